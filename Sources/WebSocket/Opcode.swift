/// Kind of a frame (RFC 6455 §5.2). The other ten numbers are reserved and refused.
public enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// The first frame of a message.
    var beginsMessage: Bool { self == .text || self == .binary }

    /// Control frames are short, never fragmented, and may come between fragments (§5.5).
    var isControl: Bool { rawValue & 0x8 != 0 }
}
