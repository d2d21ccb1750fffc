import ArgumentParser
import Foundation
import GameState
import Gateway
import Hosting
import Logging
import Making
import OpenSSL
import Workshop

/// Packages that hosts may order by a theme, as typed.
struct OrderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most packages a day that hosts may have made by a theme of theirs, by the model of --model; its "
                + "variables are read when this is more than 0. [$GATEWAY_CONTENT_ORDERS] (default: 0)",
            valueName: "n"
        )
    )
    var contentOrders: String?

    @OptionGroup var providers: ProviderOptions

    private static let most = 0...1_000

    /// Nil where none may be ordered.
    ///
    /// - Parameters:
    ///   - own: the operator's packages, which gets what is made.
    ///   - data: the data directory.
    ///   - awaitsApproval: true where nothing is played before a person has approved it.
    func book(own: URL, data: String, awaitsApproval: Bool, _ log: Logger) throws -> OrderBook? {
        // They may stand there for the commands that make content.
        Environment.allow([
            "GATEWAY_MODEL", "GATEWAY_MODEL_TIMEOUT", "GATEWAY_KNOWLEDGE_URL", "GATEWAY_CONTACT",
            "GATEWAY_MODEL_URL", "GATEWAY_MODEL_PROTOCOL", "GATEWAY_MODEL_KEY",
            "GATEWAY_MODEL_KEY_FILE",
        ])
        guard let text = Environment.text(contentOrders, "GATEWAY_CONTENT_ORDERS") else {
            return nil
        }
        let maxADay = try Environment.value(
            text,
            of: "--content-orders",
            "GATEWAY_CONTENT_ORDERS",
            "a number from 0 to \(Self.most.upperBound)"
        ) { Int($0).flatMap { Self.most ~= $0 ? $0 : nil } }
        guard maxADay > 0 else { return nil }
        let works = OrderWorks(
            worker: try providers.worker(Budget()) { line in
                log.warning("a provider of content", metadata: ["said": "\(line.printable)"])
            },
            desk: try HostedGames.desk(Installation().bundledContent(), own: own),
            own: own,
            runs: MakeContent.base(in: data),
            log: log
        )
        log.notice("hosts may order content", metadata: ["aDay": "\(maxADay)"])
        return OrderBook(maxADay: maxADay, awaitsApproval: awaitsApproval) { order in
            OrderWorks.isFit(order.theme) && OrderWorks.wish(for: order, beside: []) != nil
        } make: { order, step in
            await works.make(order, step)
        }
    }
}

/// Makes what a host orders as `content make` makes it: a run of its own in the data directory, which goes on where it was when the
/// same is ordered again.
private struct OrderWorks: Sendable {
    let worker: Worker
    let desk: HostedGames.Desk
    let own: URL
    let runs: String
    let log: Logger

    /// The artefact of a run that came to its end: the same order is then another run.
    private static let end = "end"
    /// Runs of one order.
    private static let maxRuns = 100

    /// Digits that a theme may have: a year, and no number of a phone.
    private static let maxDigits = 4

    /// False for words that not everybody should read: a theme is offered to all.
    static func isFit(_ theme: String) -> Bool {
        !NameFilter.medium.refuses(aWordOf: theme)
            && theme.count(where: \.isNumber) <= maxDigits
    }

    static func wish(
        for order: OrderBook.Order,
        beside taken: Set<String>
    ) -> HostedGames.Wish? {
        HostedGames.Wish(
            theme: order.theme,
            difficulty: nil,
            locales: [order.locale],
            count: 1,
            beside: taken
        )
    }

    func make(
        _ order: OrderBook.Order,
        _ step: @escaping @Sendable () -> Void
    ) async -> OrderBook.Outcome {
        do {
            guard try await isMade(order, step) else {
                log.warning("nothing could be made of a host's order")
                return .failed(.nothingFound)
            }
            return .made
        } catch Worker.Stop.provider(let error) {
            log.warning("a host's order can't be made now", metadata: ["why": "\(error)"])
            return .failed(.providerAway)
        } catch {
            // A file's name may be the place's.
            let folders: Logger.Metadata = ["steps": "\(runs)", "packages": "\(own.path)"]
            log.error("a host's order can't be kept", metadata: folders)
            return .failed(.notKept)
        }
    }

    private func isMade(
        _ order: OrderBook.Order,
        _ step: @escaping @Sendable () -> Void
    ) async throws -> Bool {
        guard let (folder, wish) = try run(of: order) else { return false }
        guard let lock = try folder.lockedIfFree() else {
            throw ConfigurationError("another process makes the same")
        }
        defer { lock.release() }
        try DataFile.makeFolders(own.path)
        // No players that guess: a family waits for it.
        let made = try await Production(worker, in: folder).make(
            HostedGames.series(wish, players: 0),
            count: 1
        ) { product in
            try desk.alone { try MakeContent.put(product, into: own) }
        } tell: { [log] news in
            // The place's name is nobody's to read who may play: the run's folder has all of it.
            switch news {
            case .step: step()
            case .made: log.notice("a package was made to a host's order")
            case .failed(_, let fault):
                log.notice("a try for a host's order failed", metadata: ["check": "\(fault.check)"])
            }
        }
        _ = try folder.kept(Self.end) { Artefacts.encode(made) }
        return made == 1
    }

    /// The folder of the first run of these words that has not come to its end, and what is wished for there.
    private func run(
        of order: OrderBook.Order
    ) throws -> (folder: JobFolder, wish: HostedGames.Wish)? {
        // Words of any length and letters make no folder's name.
        let digest = Digest.sha256(Array("\(order.locale) \(order.theme)".utf8)).prefix(8)
        let name = digest.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        let base = try JobFolder(runs)
        for number in 1...Self.maxRuns {
            let folder = try base.inner("order-\(name)-\(number)")
            if folder.has("\(Self.end).json") { continue }
            guard let wish = Self.wish(for: order, beside: try desk.known()) else { return nil }
            let kept = try folder.kept(SharedProduction.wish) { Artefacts.encode(wish) }
            return (folder, try JSONDecoder().decode(HostedGames.Wish.self, from: kept))
        }
        return nil
    }
}
