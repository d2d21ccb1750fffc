import HTTP
import Protocol
import Transport

/// A client's HTTP/1.1 connection: one answer at a time, in order, until it becomes a WebSocket.
///
/// Confined to the loop that accepted it.
final class HTTPConnection: ConnectionHandler, Watched {
    /// Pipelined requests that are answered at one go.
    static let maxAnswersPerTurn = 8

    enum Phase {
        case reading
        /// A route is at work; what else the client sends waits in its connection.
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
    /// Whose silent connection it is counted as; nil once it has asked for something, and for who is not
    /// counted.
    private var household: [UInt8]?
    /// An idle one gets no more than the time of a request.
    private var isHurried = false
    var index = -1

    /// How long a browser is to come by TLS alone, in seconds: half a year. Never to a household, whose
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
        switch entrance {
        case .clients, .certificate: beSilent()
        case .metrics: break
        }
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

    /// What was answered is on its way: the next requests may come.
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
                case .request(let request): take(request)
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

    private func take(_ request: Request) {
        endSilence()
        switch Route.match(request, at: entrance) {
        case .notFound:
            answer(request, .error(.noSuchPath))
        case .methods(let allowed):
            var response = Response.error(WireError(.badMessage, "not with this method"))
            response.status = .methodNotAllowed
            response.headers.set("Allow", allowed.map(\.name).joined(separator: ", "))
            answer(request, response)
        case .route(.socket):
            upgrade(request)
        case .route(.echo):
            echo(request, broadcasts: false)
        case .route(.broadcast):
            echo(request, broadcasts: true)
        case .route(let route):
            dispatch(request, route)
        }
    }

    private func dispatch(_ request: Request, _ route: Route) {
        phase = .answering(request)
        let call = Call(
            request: request,
            shard: shard,
            site: site,
            address: address(of: request)
        )
        let loop = shard.loop
        let box = Confined(self)
        Routes(call: call) { response in
            // A route may answer from any queue; the client hears it on this one.
            if loop.isOnLoop {
                box.value.finish(response)
            } else {
                loop.execute { box.value.finish(response) }
            }
        }.answer(route)
        if case .answering = phase { connection.pauseReading() }
    }

    private func finish(_ response: Response) {
        guard case .answering(let request) = phase else { return }
        phase = .reading
        answer(request, response)
        connection.resumeReading()
    }

    func answer(_ request: Request?, _ response: Response) {
        var (response, output) = (response, [UInt8]())
        // What an answer is is said by its type alone; no page of ours is made of somebody's JSON.
        response.headers.append("X-Content-Type-Options", "nosniff")
        if connection.isTLS, site.trust == nil {
            response.headers.append("Strict-Transport-Security", Self.strictTransport)
        }
        let date = HTTPDate.format(epochSeconds: Int(shard.loop.now.ms / 1000))
        // Who forwards a request for another protocol may take the connection for a tunnel, whatever the
        // answer: nothing that comes through it is a request any more.
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

    /// Who calls: what trusted proxies say, else who is connected.
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

    func turnOut(retryAfterMs: Int) {
        if case .reading = phase { connection.close() }
    }
}
