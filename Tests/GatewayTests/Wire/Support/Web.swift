import Contract
import HTTP
import OpenSSL
public import Protocol
import Testing
import Transport

/// A REST client on one connection that is kept open.
final class Web {
    let wire: Wire
    private var parser = ResponseParser()
    private var rest: [UInt8] = []

    init(_ address: SocketAddress, tls: TLSContext? = nil) {
        wire = Wire(address, tls: tls)
    }

    deinit { wire.abort() }

    /// Asks and waits for the answer.
    func call(
        _ method: HTTP.Method,
        _ path: String,
        _ body: JSONValue? = nil,
        bearer: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        send(method, path, body?.bytes ?? [], bearer: bearer, headers: headers)
        let answer = try await answer(to: method)
        let problems = Contract.tripto.problems(
            ofAnswerTo: method.name,
            path,
            status: answer.status,
            body: try? JSONReader.read(answer.body)
        )
        #expect(problems.isEmpty)
        return answer
    }

    func send(
        _ method: HTTP.Method,
        _ path: String,
        _ body: [UInt8] = [],
        bearer: String? = nil,
        headers: [(String, String)] = []
    ) {
        var head = "\(method.name) \(path) HTTP/1.1\r\n"
        if !headers.contains(where: { $0.0 == "Host" }) { head += "Host: gateway.test\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        if let bearer { head += "Authorization: Bearer \(bearer)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        wire.send(Array((head + "\r\n").utf8) + body)
    }

    /// The next answer on this connection.
    func answer(to method: HTTP.Method = .get) async throws -> Answer {
        while true {
            let response = try rest.withUnsafeMutableBytes { bytes in
                var input = bytes
                let response = try parser.next(&input, answering: method)
                return (response, taken: bytes.count - input.count)
            }
            rest.removeFirst(response.taken)
            if let response = response.0 { return Answer(response, keepsOpen: parser.keepsOpen) }
            guard let more = try await wire.read() else { throw Gone() }
            rest += more
        }
    }

    /// Bytes that came behind an answer, for who speaks another protocol from there.
    func takeRest() -> [UInt8] {
        defer { rest = [] }
        return rest
    }

    /// Waits until the other end has gone.
    ///
    /// - Returns: what it said before that nobody had read.
    func untilGone() async throws -> [UInt8] {
        while let more = try await wire.read() { rest += more }
        return rest
    }

    struct Gone: Error {}
}

/// The answer to a call.
struct Answer {
    let status: Int
    let headers: Headers
    let body: [UInt8]
    let keepsOpen: Bool

    init(_ response: Response, keepsOpen: Bool) {
        status = response.status.rawValue
        headers = response.headers
        body = response.body
        self.keepsOpen = keepsOpen
    }

    var text: String { String(decoding: body, as: UTF8.self) }
    /// Null when the body is no JSON.
    var json: JSONValue { (try? JSONReader.read(body)) ?? .null }
    var code: String? { json["code"]?.string }
    var field: String? { json["field"]?.string }
}

extension JSONValue {
    /// The members' names of an object, sorted; nil for anything else.
    var names: [String]? { object?.members.map(\.key).sorted() }

    /// A value deep inside, by names and, in arrays, by numbers.
    func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(Optional(self)) { value, step in
            Int(step).flatMap { value?[$0] } ?? value?[String(step)]
        }
    }

    func text(_ path: String) throws -> String {
        guard let text = at(path)?.string else { throw Missing(path: path, in: self) }
        return text
    }

    func int(_ path: String) throws -> Int64 {
        guard let int = at(path)?.int else { throw Missing(path: path, in: self) }
        return int
    }
}

struct Missing: Error {
    let path: String
    let value: JSONValue

    init(path: String, in value: JSONValue) {
        self.path = path
        self.value = value
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .int(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
    }
}
