import HTTP
import Testing

struct MethodTests {
    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW", "get"])
    func `a method keeps its name`(name: String) {
        #expect(Method(name).name == name)
    }

    @Test func `case matters`() {
        #expect(Method("GET") == .get)
        #expect(Method("get") == .other("get"))
    }
}
