/// Finds many words at once in UTF-8 bytes, whatever their case: one table look-up a byte.
///
/// Case is folded for ASCII and Latin-1 letters (å, ä, ö, é): those of the game's two languages.
struct WordSearch: Sendable {
    /// By their first byte, with their numbers.
    private var words: [[(number: Int, bytes: [UInt8])]] = Array(repeating: [], count: 256)
    /// True where a word begins with the two bytes that make up the index.
    private var begins: [Bool] = Array(repeating: false, count: 256 * 256)

    /// - Parameter words: folded, by `fold`.
    init(_ words: [[UInt8]]) {
        for (number, word) in words.enumerated() where !word.isEmpty {
            self.words[Int(word[0])].append((number, word))
            let seconds = word.count > 1 ? word[1]...word[1] : 0...255
            for second in seconds { begins[Int(word[0]) << 8 | Int(second)] = true }
        }
    }

    /// Calls `found` with the number of each word and where it stands.
    func search(_ bytes: UnsafeRawBufferPointer, found: (Int, Range<Int>) -> Void) {
        begins.withUnsafeBufferPointer { begins in
            var byte = bytes.first.map { Self.folded($0, after: 0) } ?? 0
            for index in bytes.indices {
                let isLast = index + 1 == bytes.count
                let next = isLast ? 0 : Self.folded(bytes[index + 1], after: bytes[index])
                if begins[Int(byte) << 8 | Int(next)] {
                    for word in words[Int(byte)] where stands(word.bytes, in: bytes, at: index) {
                        found(word.number, index..<index + word.bytes.count)
                    }
                }
                byte = next
            }
        }
    }

    private func stands(_ word: [UInt8], in bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start + word.count <= bytes.count else { return false }
        var previous = start == 0 ? 0 : bytes[start - 1]
        for (index, wanted) in word.enumerated() {
            let byte = bytes[start + index]
            guard Self.folded(byte, after: previous) == wanted else { return false }
            previous = byte
        }
        return true
    }

    static func fold(_ text: some Sequence<UInt8>) -> [UInt8] {
        var previous: UInt8 = 0
        return text.map { byte in
            defer { previous = byte }
            return folded(byte, after: previous)
        }
    }

    @inline(__always)
    private static func folded(_ byte: UInt8, after previous: UInt8) -> UInt8 {
        switch byte {
        case 0x41...0x5A: byte | 0x20
        // À…Þ without × are two bytes: C3 and one of these.
        case 0x80...0x96 where previous == 0xC3: byte | 0x20
        case 0x98...0x9E where previous == 0xC3: byte | 0x20
        case _: byte
        }
    }
}
