public import Protocol

public enum RESTMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// A call of the REST contract, as it goes to the transport.
public struct RESTRequest: Sendable {
    public let method: RESTMethod
    public let path: String
    public let bearer: String?
    /// JSON.
    public let body: [UInt8]?

    public init(
        _ method: RESTMethod,
        _ path: String,
        bearer: String? = nil,
        body: JSONValue? = nil
    ) {
        self.method = method
        self.path = path
        self.bearer = bearer
        self.body = body?.bytes
    }

    public var name: String { "\(method.rawValue) \(path)" }
}

public struct RESTAnswer: Sendable {
    public let status: Int
    /// The header of that name: when a refused call may be made again.
    public let retryAfter: String?
    public let body: [UInt8]

    public init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }

    /// Null when it is no JSON.
    public var json: JSONValue { (try? JSONReader.read(body)) ?? .null }

    /// The answer to `call`, where it has the status that was hoped for.
    public func expecting(_ status: Int, of call: String) throws(ClientFailure) -> JSONValue {
        let json = json
        guard self.status == status else {
            throw .refused(
                call: call,
                status: self.status,
                code: json["code"]?.string ?? "without a code",
                message: json["message"]?.string ?? ""
            )
        }
        return json
    }
}

/// A transport's way to make REST calls, one after the other.
public protocol RESTCaller: AnyObject {
    typealias Completion = (Result<RESTAnswer, ClientFailure>) -> Void

    func call(_ request: RESTRequest, then completion: @escaping Completion)
    func close()
}
