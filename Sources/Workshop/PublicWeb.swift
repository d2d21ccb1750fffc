import HTTP
public import Making
import OpenSSL
import Synchronization
import Transport
import WebClient

/// Reads from one server that the operator names, and from others as that one says: those over TLS and on public addresses
/// alone, so that no answer and no redirect leads into the operator's own network.
///
/// A pass and a form go to the operator's servers alone, and with no redirect to another.
public final class PublicWeb: WebReader {
    private let home: WebBase
    private let accounts: WebBase?
    private let headers: Headers
    private let loop = EventLoop(label: "public web")
    private let tls: TLSContext
    private let reading = Atomic<Int>(0)

    /// Of one address.
    private static let maxRedirects = 3
    /// At a time.
    private static let maxReading = 16
    private static let maxHeaderBytes = 32 * 1024
    private static let maxHeaders = 128
    private static let maxAddressBytes = 2_048

    /// - Parameters:
    ///   - home: may have any address, also a private one without TLS.
    ///   - accounts: so may this one, for requests with a pass or a form: answers lead nobody to it.
    ///   - client: who calls, as servers are told.
    public init(home: WebBase, accounts: WebBase? = nil, client: String) throws {
        self.home = home
        self.accounts = accounts
        headers = ["User-Agent": client, "Accept": "*/*"]
        tls = try .client(.system)
    }

    deinit { loop.shutdown() }

    struct Place {
        let origin: WebOrigin
        let path: String
    }

    /// Servers of the operator's choice, as far as a request may know them.
    func homes(of request: WebRequest) -> [WebOrigin] {
        let others = request.isConfidential ? accounts : nil
        return [home.origin] + (others.map { [$0.origin] } ?? [])
    }

    /// - Parameter homes: none where a stranger sent here, for whom they are as any other place.
    /// - Throws: `forbidden` for an address that is not read.
    func place(of address: String, homes: [WebOrigin]) throws(WebFault) -> Place {
        let isTLS = address.hasPrefix("https://")
        guard isTLS || address.hasPrefix("http://"), address.utf8.count <= Self.maxAddressBytes,
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .forbidden }
        let rest = address.dropFirst(isTLS ? 8 : 7).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let origin = WebOrigin(isTLS: isTLS, authority: authority),
            isTLS || homes.contains(origin)
        else { throw .forbidden }
        let path = rest.dropFirst(authority.count)
        return Place(origin: origin, path: path.hasPrefix("/") ? String(path) : "/\(path)")
    }

    public func read(
        _ request: WebRequest,
        within limits: WebLimits
    ) async throws(WebFault) -> WebPage {
        guard reading.add(1, ordering: .relaxed).newValue <= Self.maxReading else {
            reading.subtract(1, ordering: .relaxed)
            throw .tooMany
        }
        defer { reading.subtract(1, ordering: .relaxed) }
        let start = ContinuousClock.now
        let homes = homes(of: request)
        var place = try place(of: request.address, homes: homes)
        guard !request.isConfidential || homes.contains(place.origin) else { throw .forbidden }
        var isAway = false
        for _ in 0...Self.maxRedirects {
            let spent = (ContinuousClock.now - start) / .milliseconds(1)
            let leftMs = limits.ms - Int64(spent)
            guard leftMs > 0 else { throw .slow }
            isAway = isAway || !homes.contains(place.origin)
            let response = try await answer(
                of: call(to: place, for: request),
                at: place.origin,
                isPublicOnly: isAway,
                within: limits.bytes,
                leftMs
            )
            guard (300..<400).contains(response.status.rawValue),
                let next = response.headers.first("Location")
            else { return WebPage(response) }
            let address = next.hasPrefix("/") ? "\(place.origin)\(next)" : next
            let target = try self.place(of: address, homes: isAway ? [] : homes)
            guard request.form == nil, request.pass == nil || target.origin == place.origin else {
                throw .forbidden
            }
            place = target
        }
        throw .forbidden
    }

    private func call(to place: Place, for request: WebRequest) -> WebCall {
        var call = WebCall(.get, place.path, headers: headers)
        if let pass = request.pass { call.headers.append("Authorization", pass.header) }
        if let form = request.form {
            call.method = .post
            call.headers.append("Content-Type", "application/x-www-form-urlencoded")
            call.body = Array(form.utf8)
        }
        return call
    }

    private func answer(
        of call: WebCall,
        at origin: WebOrigin,
        isPublicOnly: Bool,
        within bytes: Int,
        _ ms: Int64
    ) async throws(WebFault) -> Response {
        let result: Result<Response, WebError> = await withCheckedContinuation { done in
            loop.execute { [self] in
                let client = WebClient(
                    origin,
                    on: loop,
                    tls: origin.isTLS ? tls : nil,
                    limits: RequestLimits(
                        maxHeaderBytes: Self.maxHeaderBytes,
                        maxBodyBytes: bytes,
                        maxHeaders: Self.maxHeaders
                    ),
                    isPublicOnly: isPublicOnly
                )
                // The call keeps its client until it is answered.
                client.make(call, withinMs: ms) { result in
                    client.close()
                    done.resume(returning: result)
                }
            }
        }
        switch result {
        case .success(let response): return response
        case .failure(let error): throw WebFault(error)
        }
    }
}

extension WebFault {
    fileprivate init(_ error: WebError) {
        switch error {
        case .privateAddress: self = .forbidden
        case .late: self = .slow
        case .notHTTP(.bodyTooLarge): self = .tooLarge
        case .tooManyWaiting: self = .tooMany
        case .unknownHost, .unreachable, .notHTTP: self = .away
        }
    }
}

extension WebPage {
    fileprivate init(_ response: Response) {
        let type = response.headers.first("Content-Type") ?? ""
        let seconds = response.headers.first("Retry-After").flatMap { Int($0) }
        self.init(
            status: response.status.rawValue,
            mediaType: type.prefix { $0 != ";" && $0 != " " }.lowercased(),
            retryAfterSeconds: seconds,
            body: response.body
        )
    }
}
