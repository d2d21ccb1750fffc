import Testing

@testable import Gateway

struct RareLineTests {
    @Test func `the first is told at once, then one a minute with how many it stands for`() {
        let line = RareLine()
        let minute = RareLine.periodNs
        #expect(line.note(at: 5) == 1)
        for number in 1...10 { #expect(line.note(at: 5 + Int64(number)) == nil) }
        #expect(line.note(at: 4 + minute) == nil)
        #expect(line.note(at: 5 + minute) == 12)
        #expect(line.note(at: 6 + minute) == nil)
        #expect(line.note(at: 5 + 3 * minute) == 2)
    }
}
