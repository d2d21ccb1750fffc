import Foundation
import Glibc
import HTTP

/// The REST calls that open rooms and let people in, one after the other on one connection.
final class RoomService {
    /// The answer of POST /v1/sessions.
    struct Session: Decodable {
        var sessionId: String
        var joinToken: String
        var tvJoinToken: String
        var hostAuthToken: String
        var wsUrl: URL

        /// The path of its sockets.
        var path: String {
            wsUrl.path + (wsUrl.query.map { "?\($0)" } ?? "")
        }
    }

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Int32
    private let port: UInt16
    private var parser = ResponseParser()

    init(port: UInt16) throws {
        self.port = port
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Problem(description: "no connection: errno \(errno)") }
    }

    deinit { close(socket) }

    func open(settings: String) throws -> Session {
        try call("/v1/sessions", #"{"game":"tripto","settings":\#(settings)}"#)
    }

    /// - Returns: the token to greet with.
    func join(_ session: Session, name: String) throws -> String {
        struct Joined: Decodable { var playerAuthToken: String }
        let body = #"{"joinToken":"\#(session.joinToken)","name":"\#(name)"}"#
        let joined: Joined = try call("/v1/sessions/\(session.sessionId)/join", body)
        return joined.playerAuthToken
    }

    /// - Returns: the token to greet with.
    func pairTV(_ session: Session) throws -> String {
        struct Paired: Decodable { var tvAuthToken: String }
        let body = #"{"tvJoinToken":"\#(session.tvJoinToken)"}"#
        let paired: Paired = try call("/v1/sessions/\(session.sessionId)/tv", body)
        return paired.tvAuthToken
    }

    /// Text of `/metrics`.
    func metrics() throws -> String {
        String(decoding: try exchange("GET", "/metrics", ""), as: UTF8.self)
    }

    private func call<Answer: Decodable>(_ path: String, _ body: String) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(exchange("POST", path, body)))
    }

    private func exchange(_ method: String, _ path: String, _ body: String) throws -> [UInt8] {
        let request = """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
        guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) > 0 else {
            throw Problem(description: "\(path) was not sent: errno \(errno)")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { throw Problem(description: "\(path) was not answered") }
            let response = try buffer.withUnsafeMutableBytes { bytes in
                var input = UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
                return try parser.next(&input, answering: Method(method))
            }
            guard let response else { continue }
            guard (200..<300).contains(response.status.rawValue) else {
                let said = String(decoding: response.body, as: UTF8.self)
                throw Problem(description: "\(path): \(response.status.rawValue) \(said)")
            }
            return response.body
        }
    }
}
