import HTTP
import OpenSSL
import Protocol
import Transport
import WebSocket

// A connection becomes a WebSocket.
extension HTTPConnection {
    func upgrade(_ request: Request) {
        let compression = Self.compression(request)
        guard let head = handshake(request, compression) else { return }
        guard let id = request.target.queryValue("session"), RandomNames.isSession(id) else {
            answer(
                request,
                .error(WireError(.badMessage, "?session=<sessionId> is needed", field: "session"))
            )
            return
        }
        let session = SessionID(rawValue: id)
        let token = Self.token(of: request)
        let target = shard.services.directory.shard(of: session)
        hand(over: head, to: target) { connection in
            Socket(
                connection,
                shard: target,
                session: session,
                token: token,
                compression: compression
            )
        }
    }

    func echo(_ request: Request, broadcasts: Bool) {
        let compression = broadcasts ? nil : Self.compression(request)
        guard let head = handshake(request, compression) else { return }
        let shard = shard
        hand(over: head, to: shard) { connection in
            EchoSocket(
                connection,
                shard: shard,
                broadcasts: broadcasts,
                compression: compression
            )
        }
    }

    private static func compression(_ request: Request) -> PerMessageDeflate? {
        PerMessageDeflate(offers: request.headers.items("Sec-WebSocket-Extensions"))
    }

    /// - Returns: the answer that opens the WebSocket; nil when the request was refused.
    private func handshake(
        _ request: Request,
        _ compression: PerMessageDeflate?
    ) -> [UInt8]? {
        guard !shard.isDraining else {
            answer(request, .error(.goingAway))
            return nil
        }
        let protocols = request.headers.items("Sec-WebSocket-Protocol")
        do {
            let key = try Handshake.accept(
                Handshake.Request(
                    method: request.method.name,
                    httpMinorVersion: request.minorVersion,
                    upgrade: request.headers.combined("Upgrade"),
                    connection: request.headers.combined("Connection"),
                    key: request.headers.combined("Sec-WebSocket-Key"),
                    version: request.headers.combined("Sec-WebSocket-Version"),
                    protocols: protocols
                )
            )
            return Handshake.responseHead(
                accept: Handshake.acceptValue(forKey: key) { Digest.sha1($0) },
                subprotocol: protocols.contains("tripto.v1") ? "tripto.v1" : nil,
                compression: compression
            )
        } catch {
            let hasKey = request.headers.first("Sec-WebSocket-Key") != nil
            shard.services.entranceLog.note(error, hasKey: hasKey)
            var response = Response.error(WireError(.badMessage, "\(error)"))
            response.status = Status(rawValue: error.status)
            for header in error.headers { response.headers.set(header.name, header.value) }
            answer(request, response)
            return nil
        }
    }

    private func hand(
        over head: [UInt8],
        to target: Shard,
        _ makeHandler: @escaping @Sendable (Connection) -> any ConnectionHandler & KeepAlive
    ) {
        phase = .leaving
        shard.remove(self)
        shard.services.metrics.answered(Status.switchingProtocols.rawValue)
        let enter: @Sendable (Connection) -> Void = { connection in
            let handler = makeHandler(connection)
            target.add(handler)
            connection.handler = handler
            connection.send(OutboundBytes(head, kind: .required))
            if target.isDraining { handler.askToReturn(retryAfterMs: 0) }
        }
        if target === shard {
            enter(connection)
        } else {
            connection.move(to: target.loop, enter)
        }
    }

    /// The auth token of a header, or of the subprotocol pair `tripto.v1, bearer.<token>` that a
    /// browser can send.
    private static func token(of request: Request) -> String? {
        if let value = request.headers.first("Authorization"),
            let token = RequestContext.bearer(in: value)
        {
            return token
        }
        return request.headers.items("Sec-WebSocket-Protocol")
            .first { $0.hasPrefix("bearer.") }
            .map { String($0.dropFirst("bearer.".count)) }
    }
}
