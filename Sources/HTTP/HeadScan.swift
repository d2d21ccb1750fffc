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
