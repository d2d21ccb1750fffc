import Testing

@testable import Gateway

@Suite struct RandomNamesTests {
    @Test func `a code is read however it is typed`() {
        #expect(RandomNames.code(typed: "abc234") == "ABC234")
        #expect(RandomNames.code(typed: " AB c-2 34 ") == "ABC234")
        #expect(RandomNames.code(typed: "ABC23") == nil)
        #expect(RandomNames.code(typed: "ABC2345") == nil)
        // Signs that look like others are not in the alphabet.
        for code in ["ABC230", "ABC231", "ABC23I", "ABC23O", "ABC23Å", "ABC23ß"] {
            #expect(RandomNames.code(typed: code) == nil)
        }
    }

    @Test func `new names have their form and differ`() {
        let sessions = Set((0..<500).map { _ in RandomNames.session().rawValue })
        #expect(sessions.count == 500)
        #expect(sessions.allSatisfy(RandomNames.isSession))
        let codes = (0..<500).map { _ in RandomNames.code() }
        #expect(codes.allSatisfy { RandomNames.code(typed: $0) == $0 })
        #expect(!RandomNames.isSession("0123456789abcdeu"))
        #expect(!RandomNames.isSession("0123456789abcde"))
    }
}
