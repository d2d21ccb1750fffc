import HTTP
import Testing

struct RequestTargetTests {
    @Test(arguments: [
        ("/", "/", "/"), ("/a/b.js", "/a/b.js", "/a/b.js"), ("/a?x=/../y", "/a", "/a"),
        ("/%C3%A5%20+", "/å +", "/%C3%A5%20+"), ("/...", "/...", "/..."),
        ("/.a/b..", "/.a/b..", "/.a/b.."),
        ("//x", "//x", "//x"), ("/a/", "/a/", "/a/"), ("/%252e%252e", "/%2e%2e", "/%252e%252e"),
        ("http://play.test/x?y", "/x", "/x"), ("HTTPS://a:443/", "/", "/"),
        ("http://a", "/", "/"), ("http://a?x", "/", "/"), ("http://[::1]:80/x", "/x", "/x"),
    ])
    func `a target names a path`(text: String, path: String, rawPath: String) throws {
        let target = try RequestTarget(text)
        #expect(target.path == path)
        #expect(target.rawPath == rawPath)
    }

    @Test(arguments: [
        ("/", ""), ("/?", ""), ("/?&&", ""), ("/?a", "a="), ("/?a=", "a="), ("/?=b", "=b"),
        ("/?a=b=c", "a=b=c"), ("/?a=1&a=2", "a=1;a=2"), ("/?a+b=c%2Bd%26", "a b=c+d&"),
        ("/?x=%C3%A5", "x=å"), ("/?u=http://a/..%2f", "u=http://a/../"), ("/?a?b=c", "a?b=c"),
        ("http://a?x=1", "x=1"),
    ])
    func `a query is a list of names and values`(text: String, items: String) throws {
        let target = try RequestTarget(text)
        #expect(target.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";") == items)
    }

    @Test func `the first of a repeated name counts`() throws {
        let target = try RequestTarget("/?a=1&b=2&a=3")
        #expect(target.queryValue("a") == "1")
        #expect(target.queryValue("c") == nil)
    }
}
