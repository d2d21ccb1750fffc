import HTTP
import OpenSSL
import Transport
import WebSocket

/// An upgrade under way.
struct Upgrade {
    let key: String
    let protocols: [String]
    var parser = ResponseParser()
}

extension Client: ConnectionHandler {
    func opened(_ connection: Connection) {
        let key = Handshake.key(nonce: SecureRandom.bytes(count: 16))
        var protocols = ["tripto.v1"]
        var headers: [(name: String, value: String)] = []
        switch seat.greeting {
        case .bearerHeader: headers.append(("Authorization", "Bearer \(seat.token)"))
        case .subprotocol: protocols.append("bearer.\(seat.token)")
        case .firstMessage: break
        }
        phase = .upgrading
        upgrade = Upgrade(key: key, protocols: protocols)
        let head = Handshake.requestHead(
            host: target.authority,
            path: seat.path,
            key: key,
            protocols: protocols,
            headers: headers
        )
        network.bytesOut += head.count
        connection.send(OutboundBytes(head))
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        bytesIn += bytes.count
        network.bytesIn += bytes.count
        var input = bytes
        guard upgrade == nil || finishUpgrade(&input) else { return bytes.count }
        do throws(WebSocket.Violation) {
            while let event = try reader.next(&input) { take(event) }
        } catch {
            network.report(.contract, by: self, "a frame against RFC 6455: \(error.reason)")
            end = .failed("\(error.reason)")
            connection.abort()
        }
        return bytes.count
    }

    /// - Returns: whether WebSocket begins.
    private func finishUpgrade(_ input: inout UnsafeMutableRawBufferPointer) -> Bool {
        guard let upgrade else { return true }
        do {
            guard let response = try self.upgrade?.parser.next(&input) else { return false }
            try Handshake.check(
                status: response.status.rawValue,
                headers: Array(response.headers),
                key: upgrade.key,
                protocols: ["tripto.v1"],
                sha1: Digest.sha1
            )
            self.upgrade = nil
            greet()
            return true
        } catch {
            if case Handshake.ResponseRefusal.subprotocolNotOffered = error {
                network.report(.contract, by: self, "another subprotocol than tripto.v1 was chosen")
            }
            end = .failed("the upgrade failed: \(error)")
            connection?.abort()
            return false
        }
    }

    private func take(_ event: Event) {
        switch event {
        case .text(let bytes): take(bytes)
        case .binary: network.report(.contract, by: self, "a binary frame")
        case .ping(let payload): sendFrame(.pong, Array(payload))
        case .pong: break
        case .close(let code, let reason):
            end = .closed(code)
            retryAfterMs = Self.hint(in: String(decoding: reason, as: UTF8.self))
            sendClose()
            connection?.close()
        }
    }

    private static func hint(in reason: String) -> Int64? {
        let words = reason.split(separator: "=")
        guard words.count == 2, words[0] == "retry_after_ms" else { return nil }
        return Int64(words[1])
    }

    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}

    func closed(_ connection: Connection, _ reason: CloseReason) {
        clock.forgetOpen()
        ended(reason)
    }

    func sendFrame(_ opcode: Opcode, _ payload: [UInt8]) {
        guard let connection else { return }
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + FrameWriter.maxHeaderBytes)
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, mask: network.masks.next(), to: &frame)
        }
        network.bytesOut += frame.count
        frame.withUnsafeBytes { connection.send(copying: $0) }
    }

    func sendClose() {
        var frame: [UInt8] = []
        FrameWriter.appendClose(.normal, mask: network.masks.next(), to: &frame)
        connection?.send(OutboundBytes(frame))
    }
}
