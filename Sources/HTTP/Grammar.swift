/// Bytes allowed in each place (RFC 9110 §5.6, RFC 9112 §3, RFC 3986 §2). Bit sets, not tables: no
/// global to initialise, no memory to touch.
enum Grammar {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20

    /// tchar: a method, a field name.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? tokensBelow64 : tokensAbove63) >> UInt64(byte & 63) & 1 == 1
    }

    /// `!#$%&'*+-.` and digits.
    private static let tokensBelow64: UInt64 = 0x03FF_6CFA_0000_0000
    /// Letters and ``^_`|~``.
    private static let tokensAbove63: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    /// True for a byte that a field value may hold: anything visible, blanks, and bytes above ASCII.
    @inline(__always)
    static func isFieldValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == tab
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// A host and a port, as the Host field has them; no user, no list, no path.
    static func isHost(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case 0x25, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F, 0x7E: true
            default: false
            }
        }
    }

    /// A decimal number without sign or blanks; nil if it is none or does not fit.
    static func decimal(_ text: String) -> Int? {
        var value = 0
        var isEmpty = true
        for byte in text.utf8 {
            guard isDigit(byte) else { return nil }
            let (tens, tooMany) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooMuch) = tens.addingReportingOverflow(Int(byte - 0x30))
            if tooMany || tooMuch { return nil }
            value = sum
            isEmpty = false
        }
        return isEmpty ? nil : value
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Takes `count` bytes from the front.
    @inline(__always)
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        let taken = UnsafeRawBufferPointer(rebasing: self[..<count])
        self = UnsafeMutableRawBufferPointer(rebasing: self[count...])
        return taken
    }
}

extension String {
    @inline(__always)
    init(bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.init(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}
