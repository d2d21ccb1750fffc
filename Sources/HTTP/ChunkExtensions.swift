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
