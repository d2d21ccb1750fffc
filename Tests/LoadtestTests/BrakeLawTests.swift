import GatewayClient
import Glibc
import Testing

@testable import LoadTest

struct BrakeLawTests: StillTests {
    let network = Network(StillWire(), clientVersion: "test", devicePrefix: "test")
    private let referee = Referee(Tripto.self, [BrakeLaw(patienceUs: 0)])
    private var anna: Client { client(.player, 1) }
    private var bo: Client { client(.player, 2, named: "bo") }

    private func pull(_ id: String, by client: Client) {
        referee.said(.claim(messageID: id), by: client)
    }

    private func accept(_ owner: String, version: Int, by client: Client) throws {
        let payload = #"{"brakeOwnerPlayerId":"\#(owner)"}"#
        try hear(message("BRAKE_ACCEPTED", payload, version: version), by: client, referee)
    }

    private func reject(_ id: String, by client: Client) throws {
        try hear(message("BRAKE_REJECTED", "{}", inReplyTo: id), by: client, referee)
    }

    private func close(by client: Client) throws {
        try hear(message("CLUE_PRESENT", "{}"), by: client, referee)
    }

    private var breachCount: Int { referee.book.breachCounts[.brake] ?? 0 }

    @Test func `pulls that are answered once are in order`() throws {
        pull("a", by: anna)
        pull("b", by: anna)
        try reject("b", by: anna)
        #expect(referee.claimWaitedUs != nil)
        try accept("anna", version: 5, by: anna)
        #expect(referee.claimWaitedUs != nil)
        try accept("anna", version: 5, by: bo)
        #expect(referee.claimWaitedUs == nil)
        try close(by: anna)
        try accept("bo", version: 7, by: anna)
        referee.finish()
        #expect(referee.book.isKept && referee.book.checkCounts == [.brake: 4])
    }

    @Test func `a second answer to one pull is a breach`() throws {
        pull("a", by: anna)
        try reject("a", by: anna)
        #expect(breachCount == 0)
        try reject("a", by: anna)
        #expect(breachCount == 1)
        try accept("anna", version: 5, by: anna)
        #expect(breachCount == 2)
    }

    @Test func `a second open brake is a breach`() throws {
        try accept("cleo", version: 5, by: anna)
        #expect(breachCount == 0)
        try accept("bo", version: 6, by: anna)
        #expect(breachCount == 1)
    }

    @Test func `two owners of one brake are a breach, though told to different clients`() throws {
        try accept("cleo", version: 5, by: anna)
        try accept("dora", version: 5, by: bo)
        #expect(breachCount == 1)
    }

    @Test func `a pull without an answer is a breach, told once`() {
        pull("a", by: anna)
        usleep(2_000)
        referee.tick()
        #expect(breachCount == 1)
        referee.tick()
        #expect(breachCount == 1)
    }

    @Test func `an error in reply answers a pull, one to something else does not`() throws {
        pull("a", by: anna)
        try hear(message("ERROR", "{}", inReplyTo: "x"), by: anna, referee)
        #expect(referee.claimWaitedUs == nil && referee.book.checkCounts.isEmpty)
        try hear(message("ERROR", "{}", inReplyTo: "a"), by: anna, referee)
        #expect(referee.claimWaitedUs != nil && referee.book.isKept)
    }

    @Test func `a drop takes the answers that were under way along`() throws {
        pull("a", by: anna)
        try accept("cleo", version: 5, by: anna)
        referee.dropped(anna)
        usleep(2_000)
        referee.tick()
        try accept("bo", version: 9, by: anna)
        #expect(referee.book.isKept)
    }

    @Test func `a brake that a lost pull got may be told, once`() throws {
        pull("a", by: anna)
        referee.dropped(anna)
        try accept("anna", version: 5, by: anna)
        #expect(referee.book.isKept)
        try close(by: anna)
        try accept("anna", version: 8, by: anna)
        #expect(breachCount == 1)
    }
}
