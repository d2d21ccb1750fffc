/// Rule by which the end of a message's body is found (RFC 9112 §6).
enum BodyFraming {
    /// Bytes still to come.
    case length(Int)
    case chunked(ChunkedBody)

    /// Refuses every head that two readers could read differently (§6.1, §6.3, §11.2).
    init(
        _ headers: Headers,
        minorVersion: Int,
        maxBodyBytes: Int
    ) throws(RequestError) {
        if headers.contains("Transfer-Encoding") {
            guard !headers.contains("Content-Length") else {
                throw RequestError(.contentLengthWithTransferEncoding)
            }
            guard minorVersion >= 1 else { throw RequestError(.transferEncodingMalformed) }
            let codings = headers.items("Transfer-Encoding").map { $0.lowercased() }
            let chunkings = codings.count { $0 == "chunked" }
            guard chunkings == 1, codings.last == "chunked" else {
                let isKnown = chunkings > 0 || codings.isEmpty
                throw RequestError(
                    isKnown ? .transferEncodingMalformed : .transferCodingUnsupported
                )
            }
            guard codings.count == 1 else { throw RequestError(.transferCodingUnsupported) }
            // Empty items mean nothing (RFC 9110 §5.6.1), but not every reader skips them.
            guard headers.combined("Transfer-Encoding")?.utf8.count == codings[0].utf8.count else {
                throw RequestError(.transferEncodingMalformed)
            }
            self = .chunked(ChunkedBody())
            return
        }
        guard let text = headers.first("Content-Length") else {
            self = .length(0)
            return
        }
        guard headers.count("Content-Length") == 1 else {
            throw RequestError(.contentLengthRepeated)
        }
        guard let length = Grammar.decimal(text) else {
            throw RequestError(.contentLengthMalformed)
        }
        guard length <= maxBodyBytes else { throw RequestError(.bodyTooLarge) }
        self = .length(length)
    }

    var isEmpty: Bool {
        switch self {
        case .length(let bytes): bytes == 0
        case .chunked: false
        }
    }

    /// - Returns: whether the body is complete.
    mutating func take(
        _ input: inout UnsafeMutableRawBufferPointer,
        into body: inout [UInt8],
        maxBodyBytes: Int
    ) throws(ChunkFault) -> Bool {
        switch self {
        case .length(let bytes):
            let piece = input.take(min(bytes, input.count))
            body += piece
            self = .length(bytes - piece.count)
            return piece.count == bytes
        case .chunked(var chunks):
            self = .length(0)
            let isComplete = try chunks.take(&input, into: &body, maxBodyBytes: maxBodyBytes)
            self = .chunked(chunks)
            return isComplete
        }
    }
}

enum ChunkFault: Error {
    case malformed, overheadTooLarge, trailerMalformed, bodyTooLarge
}

/// Takes the chunked coding off a body as it arrives (RFC 9112 §7.1). Strict to the byte: two readers
/// who disagree about where a body ends are how requests are smuggled.
struct ChunkedBody {
    private var state: State = .size(digits: 0)
    /// Of the current chunk: its size while that is read, then the bytes still to come.
    private var chunkBytes = 0
    /// Bytes of all chunk extensions and idle zeros so far; they mean nothing to us and are dropped.
    private var overheadBytes = 0
    private var trailer: [UInt8] = []

    /// Digits of a size that count as no overhead.
    private static let usualSizeDigits = 16
    private static let maxOverheadBytes = 1024
    private static let maxTrailerBytes = 1024
    private static let maxTrailerFields = 16

    private enum State {
        case size(digits: Int), extensions(ChunkExtensions), sizeLineFeed
        case data, dataReturn, dataLineFeed
        case trailer(lineBytes: Int)
    }

    /// - Returns: whether the body is complete; nothing after it has been taken.
    mutating func take(
        _ input: inout UnsafeMutableRawBufferPointer,
        into body: inout [UInt8],
        maxBodyBytes: Int
    ) throws(ChunkFault) -> Bool {
        while let byte = input.first {
            if case .data = state {
                let piece = input.take(min(chunkBytes, input.count))
                body += piece
                chunkBytes -= piece.count
                if chunkBytes == 0 { state = .dataReturn }
                continue
            }
            _ = input.take(1)
            let isComplete = try step(byte, maxChunkBytes: maxBodyBytes - body.count)
            if isComplete { return true }
        }
        return false
    }

    /// One byte of the framing.
    private mutating func step(_ byte: UInt8, maxChunkBytes: Int) throws(ChunkFault) -> Bool {
        switch state {
        case .size(let digits):
            try stepSize(byte, digits: digits, maxChunkBytes: maxChunkBytes)
        case .extensions(var extensions):
            let isOver = try extensions.take(byte)
            state = isOver ? .sizeLineFeed : .extensions(extensions)
            if !isOver { try countOverhead() }
        case .sizeLineFeed:
            guard byte == Grammar.lineFeed else { throw .malformed }
            state = chunkBytes == 0 ? .trailer(lineBytes: 0) : .data
        case .dataReturn:
            guard byte == Grammar.carriageReturn else { throw .malformed }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == Grammar.lineFeed else { throw .malformed }
            state = .size(digits: 0)
        case .trailer(let lineBytes):
            return try stepTrailer(byte, lineBytes: lineBytes + 1)
        case .data: preconditionFailure("data is taken in pieces")
        }
        return false
    }

    private mutating func stepSize(
        _ byte: UInt8,
        digits: Int,
        maxChunkBytes: Int
    ) throws(ChunkFault) {
        if let digit = Grammar.hexValue(byte) {
            if digits >= Self.usualSizeDigits { try countOverhead() }
            let size = chunkBytes * 16 + Int(digit)
            guard size <= maxChunkBytes else { throw .bodyTooLarge }
            chunkBytes = size
            state = .size(digits: digits + 1)
        } else if digits > 0, byte == Grammar.carriageReturn {
            state = .sizeLineFeed
        } else if digits > 0 {
            var extensions = ChunkExtensions()
            _ = try extensions.take(byte)
            state = .extensions(extensions)
        } else {
            throw .malformed
        }
    }

    private mutating func countOverhead() throws(ChunkFault) {
        overheadBytes += 1
        guard overheadBytes <= Self.maxOverheadBytes else { throw .overheadTooLarge }
    }

    /// Trailer fields end with an empty line, like a head. They are checked, then dropped.
    private mutating func stepTrailer(
        _ byte: UInt8,
        lineBytes: Int
    ) throws(ChunkFault) -> Bool {
        guard trailer.count < Self.maxTrailerBytes else { throw .overheadTooLarge }
        trailer.append(byte)
        state = .trailer(lineBytes: lineBytes)
        guard byte == Grammar.lineFeed else { return false }
        guard trailer.dropLast().last == Grammar.carriageReturn else { throw .trailerMalformed }
        state = .trailer(lineBytes: 0)
        guard lineBytes == 2 else { return false }
        let isGood = trailer.dropLast(2).withUnsafeBytes { section in
            (try? Headers(section: section, maxCount: Self.maxTrailerFields)) != nil
        }
        guard isGood else { throw .trailerMalformed }
        return true
    }
}

/// Extensions behind the size of a chunk (RFC 9112 §7.1.1), checked byte by byte and dropped:
///
///     chunk-ext = *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] )
struct ChunkExtensions {
    private var state = State.betweenExtensions

    private enum State {
        /// Only a semicolon leads on.
        case betweenExtensions
        case beforeName, name, afterName
        case beforeValue, value
        case quoted, escaped, afterQuoted
    }

    /// Takes the next byte behind the size.
    ///
    /// - Returns: whether it is the carriage return that ends the line.
    mutating func take(_ byte: UInt8) throws(ChunkFault) -> Bool {
        if byte == Grammar.carriageReturn, mayEnd { return true }
        state = try next(byte)
        return false
    }

    private var mayEnd: Bool {
        switch state {
        case .name, .value, .afterQuoted: true
        case .betweenExtensions, .beforeName, .afterName, .beforeValue, .quoted, .escaped: false
        }
    }

    private func next(_ byte: UInt8) throws(ChunkFault) -> State {
        let isBlank = Grammar.isBlank(byte)
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): return .afterQuoted
        case (.quoted, UInt8(ascii: "\\")): return .escaped
        case (.quoted, _) where Grammar.isFieldValue(byte): return .quoted
        case (.escaped, _) where Grammar.isFieldValue(byte): return .quoted
        case (.betweenExtensions, _) where isBlank, (.value, _) where isBlank,
            (.afterQuoted, _) where isBlank:
            return .betweenExtensions
        case (.betweenExtensions, UInt8(ascii: ";")), (.name, UInt8(ascii: ";")),
            (.afterName, UInt8(ascii: ";")), (.value, UInt8(ascii: ";")),
            (.afterQuoted, UInt8(ascii: ";")):
            return .beforeName
        case (.beforeName, _) where isBlank: return .beforeName
        case (.beforeName, _) where Grammar.isToken(byte): return .name
        case (.name, _) where Grammar.isToken(byte): return .name
        case (.name, _) where isBlank, (.afterName, _) where isBlank: return .afterName
        case (.name, UInt8(ascii: "=")), (.afterName, UInt8(ascii: "=")): return .beforeValue
        case (.beforeValue, _) where isBlank: return .beforeValue
        case (.beforeValue, UInt8(ascii: "\"")): return .quoted
        case (.beforeValue, _) where Grammar.isToken(byte): return .value
        case (.value, _) where Grammar.isToken(byte): return .value
        case _: throw .malformed
        }
    }
}
