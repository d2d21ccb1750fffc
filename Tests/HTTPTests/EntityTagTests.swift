import HTTP
import Testing

struct EntityTagTests {
    @Test func `a tag is written with its quotes`() {
        #expect(EntityTag("a-1").description == "\"a-1\"")
        #expect(EntityTag("a-1", isWeak: true).description == "W/\"a-1\"")
    }

    @Test(arguments: [
        ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("\"b\",W/\"a\" ", true),
        ("*", true), ("**", false), (", ,\"a\"", true), ("\"x,y\", \"a\"", true),
        ("\"b\"", false), ("a", false), ("\"a", false), ("", false), ("w/\"a\"", false),
        ("\"A\"", false), ("\"a\" \"a\"", false), ("\"a\"x", false), ("\"b\" *", false),
    ])
    func `a client that has it needs no body`(header: String, isNotModified: Bool) {
        #expect(EntityTag("a").isNotModified(ifNoneMatch: header) == isNotModified)
        #expect(EntityTag("a", isWeak: true).isNotModified(ifNoneMatch: header) == isNotModified)
    }

    @Test func `without a condition there is a body`() {
        #expect(!EntityTag("a").isNotModified(ifNoneMatch: nil))
    }
}
