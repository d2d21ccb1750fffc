import GameState
import Making
import Protocol

/// The client-credentials flow (RFC 6749 §4.4): a key of the operator's is changed for a pass that ends soon.
struct ClientCredentials: Sendable {
    /// A pass, and seconds until it ends.
    struct Grant: Equatable, Sendable {
        let pass: WebPass
        let seconds: Int
    }

    let request: WebRequest

    init(at place: RemotePlace, key: WebPass) {
        request = WebRequest(
            place.address("api/token"),
            pass: key,
            form: "grant_type=client_credentials"
        )
    }

    private static let lifetimes: ClosedRange<Int64> = 1...86_400

    func grant(in page: WebPage) throws(RemoteFault) -> Grant {
        let json = try? JSONReader.read(page.body)
        let refusal = json?["error"]?.string.flatMap(GrantRefusal.init)
        switch page.status {
        case 200: break
        case 401, 403: throw .keyRefused.saying(refusal)
        case 400 where refusal?.isOfKey == true: throw .keyRefused.saying(refusal)
        case _: throw RemoteFault(page).saying(refusal)
        }
        guard json?["token_type"]?.string?.lowercased() == "bearer",
            let pass = json?["access_token"]?.string.flatMap({ WebPass(bearer: $0) }),
            let seconds = json?["expires_in"].flatMap(FieldReader.whole),
            Self.lifetimes.contains(seconds)
        else { throw .garbled }
        return Grant(pass: pass, seconds: Int(seconds))
    }
}

/// Words of an accounts' server for why it gives no token (RFC 6749 §5.2).
public enum GrantRefusal: String, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"

    /// True where it is the operator's key that it wants nothing to do with.
    var isOfKey: Bool {
        switch self {
        case .invalidClient, .unauthorizedClient: true
        case .invalidRequest, .invalidGrant, .unsupportedGrantType, .invalidScope: false
        }
    }
}

extension RemoteFault {
    fileprivate func saying(_ refusal: GrantRefusal?) -> RemoteFault {
        var fault = self
        fault.cause.refusal = refusal
        return fault
    }
}
