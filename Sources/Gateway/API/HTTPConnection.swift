import HTTP
import Protocol
import Transport

/// A client's HTTP/1.1 connection: one answer at a time, in order, until it becomes a WebSocket.
///
/// Confined to the loop that accepted it.
final class HTTPConnection: ConnectionHandler, KeepAlive {
    /// Pipelined requests that are answered at one go.
    static let maxAnswersPerTurn = 8

    enum Phase {
        case reading
        /// A call is under way; what else the client sends waits in its connection.
        case answering(Request)
        case leaving
    }

    let shard: Shard
    private let site: Site
    unowned let connection: Connection
    private let entrance: Entrance
    private var parser: RequestParser
    var phase = Phase.reading
    /// Since when what we wait for has been due.
    private var waitingSince: ServerTime
    /// The household among whose silent connections it counts; nil once it has asked for something, and
    /// where nobody counts.
    private var household: [UInt8]?
    /// An idle one gets no more than the time of a request.
    private var isHurried = false
    var index = -1

    /// Seconds for which a browser is to come by TLS alone: half a year. Never to a household, whose
    /// certificate it gets in plain HTTP, and whose machine may well be localhost to others.
    private static let strictTransport = "max-age=15552000"

    init(_ connection: Connection, shard: Shard, site: Site, entrance: Entrance) {
        self.connection = connection
        self.shard = shard
        self.site = site
        self.entrance = entrance
        parser = RequestParser(limits: RequestLimits())
        waitingSince = shard.loop.now
        shard.add(self)
        if entrance.isPublic { beSilent() }
    }

    /// Counts among those of its address that have not asked for anything. A proxy that is trusted has
    /// connections of many.
    private func beSilent() {
        let services = shard.services
        isHurried = connection.cameWhenDescriptorsWereShort
        guard services.configuration.hasAddressLimits, let address = IPAddress(connection.peer.ip),
            !services.configuration.trustedProxies.contains(where: { $0.contains(address) })
        else { return }
        let household = address.household
        switch services.silentConnections.enter(household, areDescriptorsShort: isHurried) {
        case .usual: self.household = household
        case .hurried: (self.household, isHurried) = (household, true)
        case .refused:
            services.metrics.refusedSilent()
            connection.abort()
        }
    }

    private func endSilence() {
        guard let household else { return }
        shard.services.silentConnections.leave(household)
        self.household = nil
    }

    func opened(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}

    /// The answers are on their way: the next requests may come.
    func drained(_ connection: Connection) {
        if case .reading = phase { connection.resumeReading() }
    }

    func closed(_ connection: Connection, _ reason: CloseReason) {
        phase = .leaving
        endSilence()
        shard.remove(self)
        shard.services.metrics.ended(reason)
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        var input = bytes
        let wasIdle = parser.isIdle
        do throws(RequestError) {
            var left = Self.maxAnswersPerTurn
            while left > 0, case .reading = phase, let event = try parser.next(&input) {
                left -= 1
                switch event {
                case .continueExpected: send(Response.continueLine)
                case .request(let request): handle(request)
                }
            }
            if left == 0, case .reading = phase {
                // Others have their turn first.
                connection.pauseReading()
                connection.tellWhenDrained()
            }
        } catch {
            shard.services.metrics.requestRefused(error.status)
            let code: ErrorCode = error.status == .contentTooLarge ? .tooLarge : .badMessage
            let message = WireError(code, "\(error.reason)")
            var response = Response.error(message)
            response.status = error.status
            answer(nil, response)
        }
        if wasIdle, !parser.isIdle { waitingSince = shard.loop.now }
        return bytes.count - input.count
    }

    private func handle(_ request: Request) {
        endSilence()
        switch entrance.match(request, hasFile: site.files.contains) {
        case .notFound:
            answer(request, .error(.noSuchPath))
        case .moved(let place):
            answer(request, Response(.movedPermanently, headers: ["Location": place]))
        case .methods(let allowed):
            var response = Response.error(WireError(.badMessage, "not with this method"))
            response.status = .methodNotAllowed
            response.headers.set("Allow", allowed.map(\.name).joined(separator: ", "))
            answer(request, response)
        case .answer(.socket):
            upgrade(request)
        case .answer(.echo(let broadcasts)):
            echo(request, broadcasts: broadcasts)
        case .answer(.file(let path)):
            answer(request, site.files.answer(path, to: request, policySources(of: request)))
        case .answer(.now(let make)):
            answer(request, Response.catching { try make(context(of: request)) })
        case .answer(.later(let make)):
            call(request, make)
        }
    }

    /// The call is a task of this loop; what else the client sends waits in its connection. It goes on
    /// though the client goes away, and is waited for before the loop ends.
    private func call(
        _ request: Request,
        _ make: @escaping @Sendable (RequestContext) async throws -> Response
    ) {
        phase = .answering(request)
        connection.pauseReading()
        shard.callCount += 1
        let context = context(of: request)
        nonisolated(unsafe) let client = self
        Task(executorPreference: shard.loop) {
            let response = await Response.catching {
                guard !CrossSite.sent(request, toSiteOf: context.services.configuration.publicURL)
                else { throw WireError(.forbidden, "not for a page of another site") }
                return try await make(context)
            }
            client.shard.callCount -= 1
            client.finish(response)
        }
    }

    private func context(of request: Request) -> RequestContext {
        RequestContext(
            request: request,
            shard: shard,
            site: site,
            address: address(of: request),
            asked: asked(request)
        )
    }

    /// The gateway's address as the caller calls it.
    private func asked(_ request: Request) -> AskedAddress? {
        AskedAddress(
            of: request.headers,
            from: connection.peer.ip,
            trusting: shard.services.configuration.trustedProxies,
            isTLS: connection.isTLS
        )
    }

    /// Places of the WebSocket: that of the page's own address, and that of links.
    private func policySources(of request: Request) -> [String] {
        let configured = shard.services.configuration.links.socketOrigin
        let own = asked(request)?.socketSource
        return own == configured ? [configured] : [own, configured].compactMap { $0 }
    }

    private func finish(_ response: Response) {
        shard.loop.preconditionOnLoop()
        guard case .answering(let request) = phase else { return }
        phase = .reading
        answer(request, response)
        connection.resumeReading()
    }

    func answer(_ request: Request?, _ response: Response) {
        var (response, output) = (response, [UInt8]())
        // Its type alone says what an answer is; no page of ours is made of somebody's JSON.
        response.headers.append("X-Content-Type-Options", "nosniff")
        if connection.isTLS, site.trust == nil {
            response.headers.append("Strict-Transport-Security", Self.strictTransport)
        }
        let date = HTTPDate.format(epochSeconds: Int(shard.loop.now.ms / 1000))
        // A proxy that forwards a request for another protocol may take the connection for a tunnel, whatever
        // the answer: nothing that comes through it is a request any more.
        let wantsUpgrade = request?.headers.contains("Upgrade") == true
        let keepsOpen = response.serialize(
            for: request,
            date: date,
            closing: shard.isDraining || wantsUpgrade,
            to: &output
        )
        send(output)
        waitingSince = shard.loop.now
        shard.services.metrics.answered(response.status.rawValue)
        if !keepsOpen {
            phase = .leaving
            connection.close()
        }
    }

    private func send(_ bytes: [UInt8]) {
        connection.send(OutboundBytes(bytes, kind: .required))
    }

    /// The caller's: what trusted proxies say, else the peer's.
    private func address(of request: Request) -> String {
        Forwarding.origin(
            of: request.headers,
            from: connection.peer.ip,
            trusting: shard.services.configuration.trustedProxies
        )
    }

    // MARK: The watch

    func watch(at now: ServerTime) -> Bool {
        guard case .reading = phase else { return false }
        let times = shard.services.configuration.times
        let limitMs = parser.isIdle && !isHurried ? times.idleMs : times.requestMs
        guard now - waitingSince > limitMs else { return false }
        if parser.isIdle {
            connection.close()
        } else {
            var response = Response.error(WireError(.tooLate, "the request took too long"))
            response.status = .requestTimeout
            shard.services.metrics.requestRefused(.requestTimeout)
            answer(nil, response)
        }
        return true
    }

    func askToReturn(retryAfterMs: Int) {
        if case .reading = phase { connection.close() }
    }
}
