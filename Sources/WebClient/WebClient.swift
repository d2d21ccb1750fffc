public import HTTP
public import OpenSSL
import Timers
public import Transport

/// Calls to one server, one after another over one connection that is kept. Confined to its loop.
///
/// HTTP/1.1; redirects are not followed, and an answer must state its own length. A kept connection
/// may end while nobody looks: a call that heard nothing on it is made once more on a fresh one.
public final class WebClient: ConnectionHandler {
    public typealias Completion = (Result<Response, WebError>) -> Void

    /// Calls that wait for earlier ones.
    public static let maxWaiting = 2_000

    private struct PendingCall {
        let call: WebCall
        let withinMs: Int64
        let completion: Completion
        var isRetry = false
        var hasHeard = false
    }

    private let origin: WebOrigin
    private let loop: EventLoop
    private let tls: TLSContext?
    private let limits: RequestLimits
    /// Address of the server; looked up for each connection where it is nil.
    private let address: SocketAddress?
    private let isPublicOnly: Bool
    private var connection: Connection?
    private var isOpen = false
    /// True when this connection has brought an answer: one that did may have ended meanwhile.
    private var hasAnswered = false
    /// Addresses that have not been tried yet for this connection.
    private var untried: ArraySlice<SocketAddress> = []
    private var parser: ResponseParser
    private var waiting: [PendingCall] = []
    private var current: PendingCall?
    private var deadline: (id: Deadline, atMs: Int64)?
    /// Tells a late look-up that nobody waits for it.
    private var attempt = 0

    /// - Parameters:
    ///   - tls: nil where the origin has none.
    ///   - limits: of an answer.
    ///   - isPublicOnly: whether a server whose name stands for a private address is not called: its name came from
    ///     strangers.
    public init(
        _ origin: WebOrigin,
        at address: SocketAddress? = nil,
        on loop: EventLoop,
        tls: TLSContext? = nil,
        limits: RequestLimits = RequestLimits(),
        isPublicOnly: Bool = false
    ) {
        precondition(origin.isTLS == (tls != nil), "the scheme says whether there is TLS")
        self.origin = origin
        self.address = address
        self.isPublicOnly = isPublicOnly
        self.loop = loop
        self.tls = tls
        self.limits = limits
        parser = ResponseParser(limits: limits)
    }

    /// - Parameters:
    ///   - withinMs: from its turn on, with name look-up, TCP and TLS.
    ///   - completion: called once, on the loop, unless the loop is shut down before.
    public func make(
        _ call: WebCall,
        withinMs: Int64,
        then completion: @escaping Completion
    ) {
        loop.preconditionOnLoop()
        guard waiting.count < Self.maxWaiting else { return completion(.failure(.tooManyWaiting)) }
        waiting.append(PendingCall(call: call, withinMs: withinMs, completion: completion))
        advance()
    }

    /// Ends the kept connection; a call that is under way fails.
    public func close() {
        let pending = current
        drop()
        if pending != nil { finish(.failure(.unreachable(.local))) }
    }

    private func advance() {
        guard current == nil, !waiting.isEmpty else { return }
        let pending = waiting.removeFirst()
        current = pending
        let end = loop.now + pending.withinMs
        let id = loop.schedule(at: end) { [weak self] in
            guard let self, self.current != nil else { return }
            self.drop()
            self.finish(.failure(.late))
        }
        deadline = (id, end.ms)
        send()
    }

    private func send() {
        guard let current else { return }
        if let connection {
            if isOpen { connection.send(OutboundBytes(current.call.bytes(to: origin))) }
        } else if let address {
            untried = [address]
            connect()
        } else {
            attempt += 1
            let mine = attempt
            let lookup = isPublicOnly ? HostLookup.strangers : .own
            lookup.find(origin.host, on: loop) { [weak self] numbers in
                guard let self, mine == self.attempt, self.current != nil else { return }
                let port = self.origin.port
                self.untried =
                    numbers.compactMap {
                        SocketAddress($0.contains(":") ? "[\($0)]:\(port)" : "\($0):\(port)")
                    }[...]
                guard !self.untried.isEmpty else {
                    return self.finish(.failure(.unknownHost(self.origin.host)))
                }
                if self.isPublicOnly {
                    self.untried = self.untried.filter(\.isPublic)[...]
                    guard !self.untried.isEmpty else {
                        return self.finish(.failure(.privateAddress(self.origin.host)))
                    }
                }
                self.connect()
            }
        }
    }

    /// Each address has its share of the time that is left.
    private func connect() {
        guard let deadline, let address = untried.first else { return }
        let share = max(1, (deadline.atMs - loop.now.ms) / Int64(untried.count))
        untried.removeFirst()
        parser = ResponseParser(limits: limits)
        hasAnswered = false
        connection = loop.connect(
            to: address,
            tls: tls.map { ($0, origin.host) },
            handler: self,
            timeoutMs: Int(share)
        )
    }

    /// Later events of the connection go to nobody.
    private func drop() {
        attempt += 1
        connection?.abort()
        connection = nil
        isOpen = false
    }

    private func finish(_ result: Result<Response, WebError>) {
        guard let pending = current else { return }
        if let deadline { loop.cancel(deadline.id) }
        deadline = nil
        current = nil
        pending.completion(result)
        advance()
    }

    // MARK: ConnectionHandler

    public func opened(_ connection: Connection) {
        guard connection === self.connection else { return }
        isOpen = true
        send()
    }

    public func received(
        _ bytes: UnsafeMutableRawBufferPointer,
        on connection: Connection
    ) -> Int {
        guard connection === self.connection else { return bytes.count }
        // An unexpected answer.
        guard let pending = current else {
            drop()
            return bytes.count
        }
        current?.hasHeard = true
        var input = bytes
        do throws(ResponseError) {
            guard let response = try parser.next(&input, answering: pending.call.method) else {
                return bytes.count
            }
            hasAnswered = true
            // An answer with bytes behind it is the last that is believed.
            if !input.isEmpty {
                drop()
            } else if !parser.keepsOpen {
                self.connection = nil
                isOpen = false
                connection.close()
            }
            finish(.success(response))
        } catch {
            drop()
            finish(.failure(.notHTTP(error)))
        }
        return bytes.count
    }

    public func overflowed(_ connection: Connection) {}
    public func drained(_ connection: Connection) {}

    public func closed(_ connection: Connection, _ reason: CloseReason) {
        guard connection === self.connection else { return }
        let wasOpen = isOpen
        self.connection = nil
        isOpen = false
        guard let pending = current else { return }
        if !wasOpen, !untried.isEmpty {
            connect()
        } else if wasOpen, hasAnswered, !pending.isRetry, !pending.hasHeard {
            current?.isRetry = true
            send()
        } else {
            finish(.failure(.unreachable(reason)))
        }
    }
}
