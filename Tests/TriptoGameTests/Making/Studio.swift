import Foundation
import Making
import ProviderStand
import TestSupport
import Testing
import Workshop

@testable import TriptoGame

/// A run of the pipeline against a stand on this machine, in a folder of its own.
final class Studio {
    let stand: ProviderStand
    let folder = Scratch.place("making")
    private(set) var products: [String: [UInt8]] = [:]
    private(set) var failures: [Fault] = []
    private(set) var remarks: [String] = []

    init(_ world: World, plant: @escaping ProviderStand.Plant = { _, _ in .honest }) throws {
        stand = try ProviderStand(world, plant: plant)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func make(
        _ count: Int = 1,
        _ locales: [String] = ["en"],
        taken: Set<String> = [],
        budget: Budget = Budget(),
        players: Int = 0,
        messages: Bool = false
    ) async throws -> Int {
        let wish = try #require(
            MakingWish(
                theme: "sea",
                difficulty: nil,
                locales: locales,
                count: count,
                beside: taken
            )
        )
        let patience = Patience(callMs: 20_000, firstPauseMs: 1)
        let base = try #require(WebBase(stand.url + (messages ? "" : "/v1")))
        let model: any LanguageModel =
            messages
            ? try AnthropicMessages(at: base, model: "m", key: nil, client: "test", patience)
            : try ChatCompletions(at: base, model: "m", key: nil, client: "test", patience)
        let knowledge = WikiKnowledge(
            stand: WebBase("\(stand.url)/knowledge"),
            client: "test",
            patience
        )
        let worker = Worker(model: model, knowledge: knowledge, budget: budget)
        var (products, failures, remarks) = (self.products, self.failures, [String]())
        defer { (self.products, self.failures, self.remarks) = (products, failures, remarks) }
        return try await Production(worker, in: JobFolder(folder.path)).make(
            PackageSeries(wish, players: players),
            count: count,
            put: {
                products[$0.file] = $0.bytes
                remarks += $0.remarks
            },
            tell: { if case .failed(_, let fault) = $0 { failures.append(fault) } }
        )
    }

    /// Names of all checks that found something, in any step.
    var checks: Set<String> {
        var checks = Set(failures.map(\.check))
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        for file in files ?? [] {
            let path = folder.appending(path: file).path
            let text = FileManager.default.contents(atPath: path).map {
                String(decoding: $0, as: UTF8.self)
            }
            for match in (text ?? "").matches(of: #/"check"\s*:\s*"([^"]+)"/#) {
                checks.insert(String(match.output.1))
            }
        }
        return checks
    }

    func package(_ file: String) throws -> RoundPackage {
        try PackageReader.read(try #require(products[file]))
    }
}
