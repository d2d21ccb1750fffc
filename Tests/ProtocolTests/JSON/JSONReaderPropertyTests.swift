import Protocol
import Seeded
import Testing

struct JSONReaderPropertyTests {
    @Test func `what the writer writes the reader reads`() {
        noComplaint(seeds: 0..<5_000) { random in
            let value = random.json()
            let read = try JSONReader.read(value.bytes)
            // Bytes tell strings apart that are equal as text.
            let isSame = read == value && read.bytes == value.bytes
            return isSame && read.hashValue == value.hashValue ? nil : value.text
        }
    }

    @Test func `however a value is spelt, it is the same`() {
        noComplaint(seeds: 0..<5_000) { random in
            let value = random.json()
            let spelling = random.spelling(of: value)
            return try JSONValue(text: spelling).bytes == value.bytes ? nil : spelling
        }
    }

    @Test func `a text cut off anywhere ends too early, and at its end`() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let text = Array("[\(random.spelling(of: random.json()))]".utf8)
            for end in text.indices {
                let found = error(in: Array(text[..<end]))
                guard found?.problem == .unexpectedEnd, found?.offset == end else {
                    Issue.record("seed \(seed), first \(end) bytes: \(String(describing: found))")
                    return
                }
            }
        }
    }

    @Test func `garbage is refused or read, and never traps`() {
        let alphabet = Array("{}[]\",:\\ud83d0123456789eE+-. truefalsn\n\u{0}\u{80}".utf8)
        var seen: Set<JSONError.Problem> = []
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let count = random.next(below: 60)
            var bytes = random.bytes(count)
            if random.chance(70) { bytes = (0..<count).map { _ in random.pick(alphabet) } }
            if !checks(bytes, seed: seed, &seen) { return }
        }
        #expect(seen.contains(.unexpectedEnd) && seen.contains(.badNumber))
    }

    @Test func `a valid text with something changed is refused or read, and never traps`() {
        var seen: Set<JSONError.Problem> = []
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = Array(random.spelling(of: random.json()).utf8)
            for _ in 0...random.next(below: 3) { bytes = random.mutation(of: bytes) }
            if !checks(bytes, seed: seed, &seen) { return }
        }
        // All except too deep a text, which no single change makes.
        #expect(seen.count == 6)
    }

    /// Texts that are read can be written and read again; others are refused at a place inside the text.
    private func checks(
        _ bytes: [UInt8],
        seed: UInt64,
        _ seen: inout Set<JSONError.Problem>
    ) -> Bool {
        do throws(JSONError) {
            let value = try JSONReader.read(bytes)
            guard try JSONReader.read(value.bytes) == value else {
                Issue.record("seed \(seed): read, written, and not the same: \(bytes)")
                return false
            }
        } catch {
            seen.insert(error.problem)
            guard (0...bytes.count).contains(error.offset) else {
                Issue.record("seed \(seed): \(error) outside of \(bytes)")
                return false
            }
        }
        return true
    }
}
