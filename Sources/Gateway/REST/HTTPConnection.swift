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
    unowned let connection: Connection
    private var parser: RequestParser
    var phase = Phase.reading
    /// Since when what we wait for has been due.
    private var waitingSince: ServerTime
    var index = -1

    init(_ connection: Connection, shard: Shard) {
        self.connection = connection
        self.shard = shard
        parser = RequestParser(limits: RequestLimits())
        waitingSince = shard.loop.now
        shard.add(self)
    }

    func opened(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}

    /// What was answered is on its way: the next requests may come.
    func drained(_ connection: Connection) {
        if case .reading = phase { connection.resumeReading() }
    }

    func closed(_ connection: Connection, _ reason: CloseReason) {
        phase = .leaving
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
        let hasConformanceEcho = shard.services.configuration.hasConformanceEcho
        switch Route.match(request, hasConformanceEcho: hasConformanceEcho) {
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
        let call = Call(request: request, shard: shard, address: address(of: request))
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
        var output: [UInt8] = []
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
        let trusted = shard.services.configuration.trustedProxies
        var address = connection.peer.ip
        guard !trusted.isEmpty else { return address }
        for hop in request.headers.items("X-Forwarded-For").reversed() {
            guard trusted.contains(where: { $0.contains(address) }),
                AddressRange.bytes(of: hop) != nil
            else { break }
            address = hop
        }
        return address
    }

    // MARK: The watch

    func watch(at now: ServerTime) -> Bool {
        guard case .reading = phase else { return false }
        let times = shard.services.configuration.times
        let limitMs = parser.isIdle ? times.idleMs : times.requestMs
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
