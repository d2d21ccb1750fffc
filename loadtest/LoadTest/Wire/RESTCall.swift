package import GatewayClient
import HTTP
package import Protocol

/// A REST call on a connection of its own, whose caller waits for the answer.
package struct RESTCall {
    package struct Answer: Sendable {
        package let status: Int
        package let retryAfter: String?
        /// Null when it is no JSON.
        package let json: JSONValue

        /// The refresh token of a pair that was given.
        package var refreshToken: String? { json["refreshToken"]?.string }
        /// That pair; the address beside it is the gateway's own.
        package var pair: [JSONValue?] { [json["authToken"], json["refreshToken"]] }
    }

    static let patienceMs: Int64 = 10_000

    private let name: String
    private let bearer: String?
    private let content: [UInt8]?

    init(_ method: HTTP.Method, _ path: String, bearer: String? = nil, body: JSONValue? = nil) {
        name = "\(method.name) \(path)"
        self.bearer = bearer
        content = body.map { body in
            var writer = JSONWriter()
            writer.write(body)
            return writer.bytes
        }
    }

    package static func get(_ path: String) -> RESTCall { RESTCall(.get, path) }

    package static func post(_ path: String, _ body: JSONValue) -> RESTCall {
        RESTCall(.post, path, body: body)
    }

    /// A pair of tokens for the refresh token of another.
    package static func refresh(_ token: String, in session: String) -> RESTCall {
        post("/v1/sessions/\(session)/refresh", .object(["refreshToken": .string(token)]))
    }

    /// - Parameter source: the own address, one of 127.0.0.0/8.
    package func ask(
        _ target: Target,
        from source: String = "127.0.0.1",
        waitMs: Int64 = RESTCall.patienceMs
    ) throws(ClientFailure) -> Answer {
        let socket = try RawSocket(to: target, from: source)
        defer { socket.close() }
        socket.send(bytes(to: target))
        guard var bytes = socket.receiveUntilEnd(waitMs: waitMs) else { throw .tookTooLong(name) }
        do {
            let response = try bytes.withUnsafeMutableBytes { bytes in
                var input = bytes
                var parser = ResponseParser()
                return try parser.next(&input)
            }
            guard let response else { throw ClientFailure.unexpected("\(name) was not answered") }
            return Answer(
                status: response.status.rawValue,
                retryAfter: response.headers.first("Retry-After"),
                json: (try? JSONReader.read(response.body)) ?? .null
            )
        } catch { throw .unexpected("\(name): \(error)") }
    }

    private func bytes(to target: Target) -> [UInt8] {
        var head = "\(name) HTTP/1.1\r\nHost: \(target.authority)\r\n"
        if let bearer { head += "Authorization: Bearer \(bearer)\r\n" }
        if let content {
            head += "Content-Type: application/json\r\nContent-Length: \(content.count)\r\n"
        }
        head += "Connection: close\r\n\r\n"
        return Array(head.utf8) + (content ?? [])
    }
}
