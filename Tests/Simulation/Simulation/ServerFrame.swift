import Protocol
import Transport
import WebSocket

/// One message of the server as a client reads it.
package struct ServerFrame {
    var type: String
    var version: Int64?
    var inReplyTo: String?
    var payload: JSONValue
    var patch: Patch?

    /// Reads all messages of some bytes; nil when they are not what a server may send.
    static func read(_ bytes: OutboundBytes) -> [ServerFrame]? {
        var reader = MessageReader(
            endpoint: .client,
            limits: MessageLimits(maxMessageBytes: 1 << 20)
        )
        var copy = bytes.withUnsafeBytes { Array($0) }
        return copy.withUnsafeMutableBytes { buffer -> [ServerFrame]? in
            var rest = UnsafeMutableRawBufferPointer(rebasing: buffer[...])
            var frames: [ServerFrame] = []
            do {
                while let event = try reader.next(&rest) {
                    guard case .text(let text) = event, let frame = ServerFrame(text) else {
                        return nil
                    }
                    frames.append(frame)
                }
            } catch {
                return nil
            }
            return rest.isEmpty ? frames : nil
        }
    }

    private init?(_ text: UnsafeRawBufferPointer) {
        guard let json = try? JSONReader.read(text), let type = json["type"]?.string,
            let payload = json["payload"]
        else { return nil }
        self.type = type
        self.payload = payload
        version = json["version"]?.int
        inReplyTo = json["inReplyTo"]?.string
        if type == "STATE_PATCH" {
            guard let patch = try? Patch(payload) else { return nil }
            self.patch = patch
        }
    }
}
