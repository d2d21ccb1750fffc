/// Finds many words at once in UTF-8 bytes, whatever their case: one table look-up a byte
/// (A. Aho, M. Corasick, "Efficient string matching", 1975).
///
/// Case is folded for ASCII and Latin-1 letters (å, ä, ö, é): those of the game's two languages.
struct WordSearch: Sendable {
    /// States are a KiB each, so this bounds the table to 8 MiB.
    static let maxStates = 8_192

    private var next: [Int32] = [Int32](repeating: -1, count: 256)
    private var fallback: [Int32] = [0]
    /// Words that end in a state, the states it falls back to included.
    private var endings: [[Int]] = [[]]
    private var lengths: [Int] = []

    /// - Parameter words: folded, by `fold`; what finds no room any more is left out.
    init(_ words: [[UInt8]]) {
        for (index, word) in words.enumerated() {
            lengths.append(word.count)
            guard !word.isEmpty, endings.count + word.count <= Self.maxStates else { continue }
            insert(word, index)
        }
        link()
    }

    private mutating func insert(_ word: [UInt8], _ index: Int) {
        var state = 0
        for byte in word {
            let edge = state * 256 + Int(byte)
            if next[edge] < 0 {
                next[edge] = Int32(endings.count)
                next += repeatElement(-1, count: 256)
                fallback.append(0)
                endings.append([])
            }
            state = Int(next[edge])
        }
        endings[state].append(index)
    }

    /// Makes an automaton of the trie, states in the order of their depth.
    private mutating func link() {
        var queue: [Int] = []
        for byte in 0..<256 {
            if next[byte] < 0 { next[byte] = 0 } else { queue.append(Int(next[byte])) }
        }
        var head = 0
        while head < queue.count {
            let state = queue[head]
            head += 1
            let back = Int(fallback[state])
            endings[state] += endings[back]
            for byte in 0..<256 {
                let edge = state * 256 + byte
                let detour = next[back * 256 + byte]
                if next[edge] < 0 {
                    next[edge] = detour
                } else {
                    fallback[Int(next[edge])] = detour
                    queue.append(Int(next[edge]))
                }
            }
        }
    }

    /// Calls `found` with the index of each word and where it stands.
    func search(_ bytes: UnsafeRawBufferPointer, found: (Int, Range<Int>) -> Void) {
        guard !lengths.isEmpty else { return }
        next.withUnsafeBufferPointer { next in
            var state = 0
            var previous: UInt8 = 0
            for index in 0..<bytes.count {
                let byte = Self.folded(bytes[index], after: previous)
                previous = bytes[index]
                state = Int(next[state &* 256 &+ Int(byte)])
                if state != 0, !endings[state].isEmpty {
                    for word in endings[state] {
                        found(word, (index + 1 - lengths[word])..<(index + 1))
                    }
                }
            }
        }
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
