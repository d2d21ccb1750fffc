/// Commands as RESP arrays of bulk strings, one behind the other in memory that is used again.
struct CommandBuffer: ~Copyable {
    /// Bytes kept when everything has been sent.
    private static let usualBytes = 64 * 1024
    /// The header of an argument or a command: a mark, up to 20 digits, CR LF; and CR LF behind it.
    private static let framingBytes = 32

    private var memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: usualBytes,
        alignment: 16
    )
    private var start = 0
    private var end = 0

    deinit { memory.deallocate() }

    var count: Int { end - start }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[start..<end]) }

    mutating func append(_ command: [RedisArgument]) {
        // Redis does not answer an empty command, and all replies after it would go to the wrong caller.
        precondition(!command.isEmpty, "a command without a word")
        header(UInt8(ascii: "*"), command.count)
        for argument in command {
            switch argument {
            case .text(let text): bulk(text)
            case .bytes(let bytes): bytes.withUnsafeBytes { bulk($0) }
            case .integer(let number): bulk(number)
            }
        }
    }

    /// Removes the bytes that have been sent.
    mutating func drop(_ sentCount: Int) {
        start += sentCount
        guard start == end else { return }
        start = 0
        end = 0
        if memory.count > Self.usualBytes { move(toCapacity: Self.usualBytes) }
    }

    private mutating func bulk(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        header(UInt8(ascii: "$"), bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: bytes)
        end += bytes.count
        endLine()
    }

    private mutating func bulk(_ text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            bulk(UnsafeRawBufferPointer($0))
        }
        if isDone == nil { Array(text.utf8).withUnsafeBytes { bulk($0) } }
    }

    private mutating func bulk(_ number: Int64) {
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { digits in
            var first = digits.count
            var rest = number.magnitude
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                first -= 1
                digits[first] = UInt8(ascii: "-")
            }
            bulk(UnsafeRawBufferPointer(rebasing: digits[first...]))
        }
    }

    private mutating func header(_ mark: UInt8, _ number: Int) {
        reserve(0)
        memory[end] = mark
        end += 1
        if number >= 10 { digits(number / 10) }
        digit(number % 10)
        endLine()
    }

    private mutating func digits(_ number: Int) {
        if number >= 10 { digits(number / 10) }
        digit(number % 10)
    }

    @inline(__always)
    private mutating func digit(_ number: Int) {
        memory[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
        end += 1
    }

    private mutating func endLine() {
        memory[end] = UInt8(ascii: "\r")
        memory[end + 1] = UInt8(ascii: "\n")
        end += 2
    }

    /// Makes room for this many bytes and their framing.
    private mutating func reserve(_ byteCount: Int) {
        let wanted = count + byteCount + Self.framingBytes
        if start + wanted <= memory.count { return }
        move(toCapacity: max(wanted, memory.count * (wanted > memory.count / 2 ? 2 : 1)))
    }

    /// To the front of new memory.
    private mutating func move(toCapacity capacity: Int) {
        let new = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        new.copyMemory(from: bytes)
        memory.deallocate()
        memory = new
        end = count
        start = 0
    }
}

/// One word of a command; Redis sees bytes in any case.
public enum RedisArgument: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
}

extension RedisArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral text: String) {
        self = .text(text)
    }

    public init(integerLiteral number: Int64) {
        self = .integer(number)
    }
}
