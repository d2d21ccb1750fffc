import GatewayClient
import Testing

@testable import LoadTest

struct VersionLawTests: StillTests {
    let network = Network(StillWire(), clientVersion: "test", devicePrefix: "test")
    private let referee = Referee(Tripto.self, [VersionLaw()])
    private var anna: Client { client(.player, 1) }
    private var bo: Client { client(.player, 2, named: "bo") }

    private func snapshot(_ version: Int, to client: Client) throws {
        try hear(message("STATE_SNAPSHOT", #"{"version":\#(version)}"#), by: client, referee)
    }

    private func patch(from base: Int, to version: Int) throws {
        let payload = #"{"baseVersion":\#(base),"version":\#(version),"ops":[]}"#
        try hear(message("STATE_PATCH", payload), by: anna, referee)
    }

    private func event(_ version: Int) throws {
        try hear(message("LOBBY_UPDATED", "{}", version: version), by: anna, referee)
    }

    private var breachCount: Int { referee.book.breachCounts[.version] ?? 0 }

    @Test func `versions that grow are in order, with gaps and a repeated snapshot`() throws {
        try snapshot(3, to: anna)
        try patch(from: 3, to: 4)
        try patch(from: 7, to: 9)
        try snapshot(9, to: anna)
        try snapshot(1, to: bo)
        try event(5)
        try event(5)
        #expect(referee.book.isKept && referee.book.checkCounts == [.version: 7])
    }

    @Test func `a patch back, or twice to one version, is a breach`() throws {
        try snapshot(5, to: anna)
        try patch(from: 4, to: 5)
        #expect(breachCount == 1)
        try patch(from: 3, to: 4)
        #expect(breachCount == 2)
        try patch(from: 8, to: 8)
        #expect(breachCount == 3)
    }

    @Test func `a snapshot or an event of an older version is a breach`() throws {
        try snapshot(5, to: anna)
        try snapshot(4, to: anna)
        #expect(breachCount == 1)
        try event(6)
        try event(5)
        #expect(breachCount == 2)
    }

    @Test func `a patch before any snapshot is a breach, and so is the next`() throws {
        try patch(from: 0, to: 1)
        try patch(from: 1, to: 2)
        #expect(breachCount == 2)
    }
}
