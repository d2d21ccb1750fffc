import Foundation
import Testing

/// Findings of the fuzzers stay found: every input of the corpus, through the same invariants.
struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `every input of the corpus keeps its invariants`(target: FuzzTarget) throws {
        let archive = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(components: "corpus", "\(target.rawValue).tar")
        let inputs = try Self.files(of: Array(Data(contentsOf: archive)))
        #expect(inputs.count > 20)
        for input in inputs {
            #expect(throws: Never.self, "\(input.name)") { try target.check(input.bytes) }
        }
    }

    private struct NotAnArchive: Error {}

    /// The files of an archive: a header of 512 bytes each, with the name first and the size as octal
    /// digits at 124, and then the bytes up to a multiple of 512 (POSIX.1, ustar).
    private static func files(of archive: [UInt8]) throws -> [(name: String, bytes: [UInt8])] {
        let block = 512
        var files: [(String, [UInt8])] = []
        var at = 0
        while at + block <= archive.count, archive[at] != 0 {
            let header = archive[at..<at + block]
            guard header[(at + 257)..<(at + 262)].elementsEqual("ustar".utf8),
                let size = Int(text(header[(at + 124)..<(at + 136)]), radix: 8),
                at + block + size <= archive.count
            else { throw NotAnArchive() }
            let begin = at + block
            files.append((text(header[at..<at + 100]), Array(archive[begin..<begin + size])))
            at = begin + (size + block - 1) / block * block
        }
        return files
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
}
