import Foundation
import Testing

/// Findings of the fuzzers stay found: every input of the corpus, through the same invariants.
struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `every input of the corpus keeps its invariants`(target: FuzzTarget) throws {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(components: "corpus", target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        #expect(!files.isEmpty)
        for file in files {
            let input = try Array(Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.check(input) }
        }
    }
}
