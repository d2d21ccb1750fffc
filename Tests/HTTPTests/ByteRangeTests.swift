import Seeded
import HTTP
import Testing

struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=0-9", .part(0..<10)),
        ("bytes=0-10", .part(0..<10)), ("bytes=5-", .part(5..<10)), ("bytes=9-9", .part(9..<10)),
        ("bytes=-1", .part(9..<10)), ("bytes=-10", .part(0..<10)), ("bytes=-11", .part(0..<10)),
        ("Bytes=1-2", .part(1..<3)), ("bytes=2-99999999999999999999", .part(2..<10)),
        ("bytes=-99999999999999999999", .part(0..<10)),
        ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable),
        ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=5-4", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes", .whole),
        ("bytes=a-b", .whole), ("bytes=1", .whole), ("bytes=1-2-3", .whole),
        ("bytes=0-1,3-4", .whole), ("bytes=+1-2", .whole), ("bytes= 1-2", .whole),
        ("items=0-1", .whole), ("", .whole),
    ])
    func `a range of ten bytes`(text: String, expected: ByteRange) {
        #expect(ByteRange(text, length: 10) == expected)
    }

    @Test func `no range is the whole, and of nothing there is no part`() {
        #expect(ByteRange(nil, length: 10) == .whole)
        #expect(ByteRange("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", length: 0) == .whole)
    }

    @Test func `a part says where it lies`() {
        #expect(ByteRange.part(2..<5).contentRange(length: 10) == "bytes 2-4/10")
        #expect(ByteRange.unsatisfiable.contentRange(length: 10) == "bytes */10")
        #expect(ByteRange.whole.contentRange(length: 10) == nil)
    }

    @Test func `any range lies inside its representation`() {
        let alphabet = Array("bytes=--0123456789, ")
        for seed in 0..<5_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let length = Int.random(in: 0...50, using: &random)
            let noise = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? "-"
            }
            guard case .part(let range) = ByteRange("bytes=" + String(noise), length: length) else {
                continue
            }
            if range.isEmpty || range.lowerBound < 0 || range.upperBound > length {
                Issue.record("seed \(seed)")
            }
        }
    }

    @Test(
        arguments: [
            (nil, "\"v1\"", ByteRange.part(0..<1)), ("\"v1\"", "\"v1\"", .part(0..<1)),
            ("\"v0\"", "\"v1\"", .whole), ("W/\"v1\"", "\"v1\"", .whole),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "\"v1\"", .part(0..<1)),
            ("Sun, 06 Nov 1994 08:49:38 GMT", "\"v1\"", .whole),
        ] as [(String?, String, ByteRange)]
    )
    func `a condition decides whether a part will do`(
        ifRange: String?,
        tag: String,
        expected: ByteRange
    ) {
        let range = ByteRange(
            "bytes=0-0",
            ifRange: ifRange,
            length: 10,
            tag: EntityTag("v1"),
            lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"
        )
        #expect(range == expected)
    }

    @Test func `a weak tag never vouches for a part`() {
        let tag = EntityTag("v1", isWeak: true)
        #expect(ByteRange("bytes=0-0", ifRange: "W/\"v1\"", length: 10, tag: tag) == .whole)
    }
}
