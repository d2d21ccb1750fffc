import HTTP
import Testing

struct HeadersTests {
    @Test func `names are found in any case, in order`() {
        let headers: Headers = ["Accept": "a", "X": "1", "ACCEPT": "b, c"]
        #expect(headers.first("accept") == "a")
        #expect(headers.all("Accept") == ["a", "b, c"])
        #expect(headers.combined("accept") == "a, b, c")
        #expect(headers.items("accept") == ["a", "b", "c"])
        #expect(headers.count == 3)
        #expect(headers.map(\.name) == ["Accept", "X", "ACCEPT"])
    }

    @Test func `what is not there is nil, not empty`() {
        let headers: Headers = ["X": ""]
        #expect(headers.first("X") == "")
        #expect(headers.first("Y") == nil && headers.combined("Y") == nil && headers.all("Y") == [])
        #expect(headers.contains("x") && !headers.contains("xx"))
    }

    @Test func `setting replaces every one of that name`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3"]
        headers.set("a", "4")
        #expect(headers == ["B": "2", "a": "4"])
        headers.remove("B")
        #expect(headers == ["a": "4"])
    }

    @Test func `items are trimmed and empty ones dropped`() {
        let headers: Headers = ["L": " a ,, b\t,", "L": "c d"]
        #expect(headers.items("l") == ["a", "b", "c d"])
        #expect(headers.contains(token: "b", in: "L") && !headers.contains(token: "c", in: "L"))
    }

    @Test func `signs a bit away from letters stay themselves`() {
        let headers: Headers = ["a^": "1", "b`": "2"]
        #expect(headers.contains("A^") && !headers.contains("a~"))
        #expect(headers.contains("B`") && !headers.contains("b@"))
    }

    @Test func `a name is made of the fifteen signs, digits and letters of RFC 9110 §5·6·2`() {
        let allowed = Set("!#$%&'*+-.^_`|~0123456789".unicodeScalars)
            .union("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
        for byte in 0...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            if Headers.isName(String(scalar)) != allowed.contains(scalar) {
                Issue.record("byte \(byte)")
            }
        }
        #expect(!Headers.isName(""))
    }

    @Test(arguments: ["a\r\nSet-Cookie: b", "a\n", "\r", "\0", "\u{7F}", "\u{1B}["])
    func `a value that could break out is none`(value: String) {
        #expect(!Headers.isValue(value))
    }

    @Test func `appending a line break stops the process`() async {
        await #expect(processExitsWith: .failure) {
            var headers = Headers()
            headers.append("Location", "/\r\nSet-Cookie: a=b")
        }
        await #expect(processExitsWith: .failure) {
            var headers = Headers()
            headers.append("Bad Name", "a")
        }
    }
}
