import Testing

@testable import LoadTest

struct OpenCommandsTests {
    private var open = OpenCommands()

    @Test mutating func `a repeat that is acknowledged again is in order`() {
        open.said("1-4", by: "anna", atUs: 0)
        let saidUs = open.answered("1-4", to: "anna")
        #expect(saidUs == 0)
        let again = open.answered("1-4", to: "anna")
        #expect(again == nil)
        let late = open.late(nowUs: 10_000_000, patienceUs: 1_000_000)
        #expect(late.isEmpty)
    }

    @Test mutating func `what was said once is no repeat`() {
        open.said("1-4", by: "anna", atUs: 0)
        let other = open.answered("1-5", to: "anna")
        #expect(other == nil)
        let anothers = open.answered("1-4", to: "bo")
        #expect(anothers == nil)
    }

    @Test mutating func `one that nobody answers is told once`() {
        open.said("1-4", by: "anna", atUs: 0)
        let soon = open.late(nowUs: 900_000, patienceUs: 1_000_000)
        #expect(soon.isEmpty)
        let late = open.late(nowUs: 1_100_000, patienceUs: 1_000_000)
        #expect(late.map(\.client) == ["anna"])
        let again = open.late(nowUs: 1_200_000, patienceUs: 1_000_000)
        #expect(again.isEmpty)
    }

    @Test mutating func `with the connection goes what it waited for`() {
        open.said("1-4", by: "anna", atUs: 0)
        open.dropped("anna")
        let late = open.late(nowUs: 10_000_000, patienceUs: 1_000_000)
        #expect(late.isEmpty)
    }
}
