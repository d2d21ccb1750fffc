import Testing

@testable import Gateway

@Suite struct NamesTests {
    @Test func `a code is read however it is typed`() {
        #expect(Names.code(typed: "abc234") == "ABC234")
        #expect(Names.code(typed: " AB c-2 34 ") == "ABC234")
        #expect(Names.code(typed: "ABC23") == nil)
        #expect(Names.code(typed: "ABC2345") == nil)
        // Signs that look like others are not in the alphabet.
        for code in ["ABC230", "ABC231", "ABC23I", "ABC23O", "ABC23Å", "ABC23ß"] {
            #expect(Names.code(typed: code) == nil)
        }
    }

    @Test func `new names have their form and differ`() {
        let sessions = Set((0..<500).map { _ in Names.session().rawValue })
        #expect(sessions.count == 500)
        #expect(sessions.allSatisfy(Names.isSession))
        let codes = (0..<500).map { _ in Names.code() }
        #expect(codes.allSatisfy { Names.code(typed: $0) == $0 })
        #expect(!Names.isSession("0123456789abcdeu"))
        #expect(!Names.isSession("0123456789abcde"))
    }
}
