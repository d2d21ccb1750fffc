import HTTP
import OpenSSL
import Protocol
import Transport
import WebClient

/// The REST calls of the contract, one after the other over one connection. Lives on its loop.
final class RESTClient {
    /// How long one call may take.
    static let patienceMs: Int64 = 15_000
    /// Bytes of an answer's body.
    private static let maxBodyBytes = 4 * 1024 * 1024

    struct Answer {
        let status: Int
        let body: [UInt8]

        /// Null when it is no JSON.
        var json: JSONValue { (try? JSONReader.read(body)) ?? .null }
    }

    typealias Completion = (Result<Answer, RunFailure>) -> Void

    private let target: Target
    private let web: WebClient

    init(_ loop: EventLoop, _ target: Target, tls: TLSContext?) {
        self.target = target
        web = WebClient(
            WebOrigin(isTLS: tls != nil, host: target.serverName, port: target.address.port),
            at: target.address,
            on: loop,
            tls: tls,
            limits: RequestLimits(maxBodyBytes: Self.maxBodyBytes)
        )
    }

    func call(
        _ method: Method,
        _ path: String,
        bearer: String? = nil,
        body: JSONValue? = nil,
        then completion: @escaping Completion
    ) {
        var call = WebCall(method, path)
        if let bearer { call.headers.append("Authorization", "Bearer \(bearer)") }
        if let body {
            var writer = JSONWriter()
            writer.write(body)
            call.body = writer.bytes
            call.headers.append("Content-Type", "application/json")
        }
        let name = "\(method.name) \(path)"
        web.make(call, withinMs: Self.patienceMs) { [target] result in
            completion(
                result.map { Answer(status: $0.status.rawValue, body: $0.body) }
                    .mapError { RunFailure($0, calling: name, at: target) }
            )
        }
    }

    func close() {
        web.close()
    }
}

extension RunFailure {
    fileprivate init(_ error: WebError, calling name: String, at target: Target) {
        self =
            switch error {
            case .late: .tookTooLong(name)
            case .notHTTP: .unexpected("\(error)")
            case .unknownHost, .unreachable, .tooManyWaiting: .unreachable("\(target): \(error)")
            }
    }
}
