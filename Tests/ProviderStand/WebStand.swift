import HTTP
import Synchronization

/// A server on this machine that answers as a test says, well or badly.
public final class WebStand: Sendable {
    public struct Call: Sendable {
        /// Base address of this one.
        public let server: String
        public let path: String
        public let query: [String: String]
        /// The header, if any.
        public let authorization: String?
        /// Of a request that sends something, as `POST` does; nil: it only asks.
        public let form: String?
    }

    public enum Answer: Sendable {
        case page(Int, type: String = "application/json", [UInt8], headers: [String: String] = [:])
        /// More than anybody takes, in pieces of unknown number.
        case endless(type: String)
        /// Nothing at all.
        case silence
    }

    private let plan: @Sendable (Call) -> Answer
    private let server = StandServer()
    private let heard = Mutex<[Call]>([])

    public init(_ plan: @escaping @Sendable (Call) -> Answer) throws {
        self.plan = plan
        try server.serve { [unowned self] request in answer(request) }
    }

    public var url: String { server.url }
    public var calls: [Call] { heard.withLock { $0 } }

    private static let pieceBytes = 1 << 20
    private static let pieces = 12

    private func answer(_ request: Request) -> [UInt8]? {
        let query = request.target.query.map { ($0.name, $0.value) }
        let call = Call(
            server: url,
            path: request.target.path,
            query: Dictionary(query) { first, _ in first },
            authorization: request.headers.first("Authorization"),
            form: request.method == .post ? String(decoding: request.body, as: UTF8.self) : nil
        )
        heard.withLock { $0.append(call) }
        switch plan(call) {
        case .silence: return nil
        case .page(let status, let type, let body, let headers):
            var response = Response(Status(rawValue: status), body: body)
            response.headers.append("Content-Type", type)
            for (name, value) in headers { response.headers.append(name, value) }
            var output: [UInt8] = []
            response.serialize(for: request, to: &output)
            return output
        case .endless(let type):
            let head =
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
            let piece = String(Self.pieceBytes, radix: 16) + "\r\n"
            let body = [UInt8](repeating: 0x20, count: Self.pieceBytes) + Array("\r\n".utf8)
            return (0..<Self.pieces).reduce(into: Array(head.utf8)) { output, _ in
                output += Array(piece.utf8) + body
            }
        }
    }
}
