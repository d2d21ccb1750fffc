import Foundation
import ProviderStand
import Testing

@testable import TriptoGame

/// Each planted answer is stopped by the check that is there for it, and by no other.
@Suite struct PlantedFaultsTests {
    @Test(arguments: Plant.all) func `what is planted gets nowhere`(_ plant: Plant) async throws {
        let studio = try Studio(World(count: 1), plant: plant.answer)
        let made = try await studio.make(players: plant.players)
        #expect(studio.remarks.isEmpty == (plant.then != .remarked))
        #expect(studio.checks == [plant.check])
        let texts = studio.products.values.map { String(decoding: $0, as: UTF8.self) }
        for text in texts { #expect(!text.contains(plant.marker)) }
        switch plant.then {
        case .rewritten, .remarked:
            #expect(made == 1)
            let package = try studio.package("en/\(World.name(0).lowercased()).json")
            #expect(
                PackageValidator.bundled.findings(in: package).filter { $0.severity == .error }
                    == []
            )
        case .failed:
            #expect(made == 0)
            #expect(texts.isEmpty)
        }
    }

    @Test func `there are enough of them, and each is another`() {
        #expect(Plant.all.count >= 60)
        #expect(Set(Plant.all.map { "\($0.name), \($0.step)" }).count == Plant.all.count)
    }

    @Test func `the document's table is this list`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "docs/content-pipeline.md"),
            encoding: .utf8
        )
        let lines = page.split(separator: "\n").map { String($0) }
        let heading = "| planted | in | caught by | then |"
        let start = try #require(lines.firstIndex(of: heading)) + 2
        let rows = Array(lines[start...].prefix { $0.hasPrefix("| ") })
        #expect(rows == Plant.all.map(\.row))
    }
}
