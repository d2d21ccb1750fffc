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

/// Fault of a head, be it a request's or a response's.
enum HeadFault: Error {
    case bareLineFeed, firstLineTooLong, headTooLong
    case malformedField, foldedLine, tooManyFields
}

/// Finds the empty line that ends a head; looks at each byte once, however it arrives.
struct HeadScan {
    private var position = 0
    private var lineStart = 0
    /// Start of the first line: after one empty line that a client may send (RFC 9112 §2.2).
    private(set) var start = 0
    /// After the first line; nil while that is not complete.
    private(set) var firstLineEnd: Int?

    /// - Parameter bytes: all that has come of the head so far, and perhaps more after it.
    /// - Returns: where the head ends, after its empty line; nil if it does not end yet.
    mutating func end(
        in bytes: UnsafeRawBufferPointer,
        within limits: RequestLimits
    ) throws(HeadFault) -> Int? {
        var most = mostBytes(limits)
        var limit = min(bytes.count, most)
        while position < limit {
            if position &+ 8 <= limit, !Self.hasLineFeed(bytes, at: position) {
                position &+= 8
                continue
            }
            let byte = bytes[position]
            position &+= 1
            guard byte == Grammar.lineFeed else { continue }
            let lineBytes = position &- lineStart
            guard lineBytes >= 2, bytes[position &- 2] == Grammar.carriageReturn else {
                throw .bareLineFeed
            }
            lineStart = position
            if lineBytes == 2 {
                if position > 2 { return position }
                start = 2
            } else if firstLineEnd == nil {
                firstLineEnd = position
            } else {
                continue
            }
            most = mostBytes(limits)
            limit = min(bytes.count, most)
        }
        if position == most {
            throw firstLineEnd == nil ? .firstLineTooLong : .headTooLong
        }
        return nil
    }

    /// Bytes within which the first line, or once that is complete the head, must have ended.
    private func mostBytes(_ limits: RequestLimits) -> Int {
        firstLineEnd.map { $0 + limits.maxHeaderBytes } ?? start + limits.maxLineBytes + 2
    }

    /// True when one of the next eight bytes is a line feed: a zero byte after the exclusive or.
    @inline(__always)
    private static func hasLineFeed(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let lines = word ^ 0x0A0A_0A0A_0A0A_0A0A
        return (lines &- 0x0101_0101_0101_0101) & ~lines & 0x8080_8080_8080_8080 != 0
    }

    /// True when only that empty line has come.
    func isBlank(of count: Int) -> Bool { count <= 2 && start == count }
}

/// A head that is still arriving.
struct PartialHead {
    private(set) var bytes: [UInt8] = []
    private(set) var scan = HeadScan()

    var isBlank: Bool { scan.isBlank(of: bytes.count) }

    /// Takes bytes up to the end of the head, none after it.
    ///
    /// - Returns: whether the head is complete.
    mutating func take(
        _ input: inout UnsafeMutableRawBufferPointer,
        within limits: RequestLimits
    ) throws(HeadFault) -> Bool {
        let before = bytes.count
        bytes += input[..<min(input.count, limits.maxHeadBytes - before)]
        var fault: HeadFault?
        let end = bytes.withUnsafeBytes { all in
            do throws(HeadFault) {
                return try scan.end(in: all, within: limits)
            } catch {
                fault = error
                return nil
            }
        }
        if let fault { throw fault }
        let taken = (end ?? bytes.count) - before
        _ = input.take(taken)
        bytes.removeLast(bytes.count - before - taken)
        return end != nil
    }
}
