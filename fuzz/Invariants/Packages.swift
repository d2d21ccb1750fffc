import TriptoGame
import Foundation
import GameState

/// A round package as a file.
enum Packages {
    static func check(_ input: [UInt8]) throws(Broken) {
        switch read(input) {
        case .failure(let error):
            try hold(!error.description.isEmpty, "an error without words")
            try same(read(input), .failure(error), "read again")
        case .success(let package):
            try checkAgain(package)
            let findings = PackageValidator.bundled.findings(in: package)
            try same(PackageValidator.bundled.findings(in: package), findings, "judged again")
            let report = PackageReport.render(findings)
            try hold(report.isEmpty == findings.isEmpty, "a report that leaves things out")
        }
    }

    private static func read(_ bytes: [UInt8]) -> Result<RoundPackage, PackageReadingError> {
        Result { () throws(PackageReadingError) in try PackageReader.read(bytes) }
    }

    /// A package that was read is the same after being written and read again.
    private static func checkAgain(_ package: RoundPackage) throws(Broken) {
        let bytes: Data
        do {
            bytes = try JSONEncoder().encode(package)
        } catch {
            throw Broken("a package that was read can't be written: \(error)")
        }
        switch read(Array(bytes)) {
        case .success(let again): try hold(again == package, "another package, written again")
        case .failure(let error):
            // Escapes may make it longer than a file may be.
            guard case .tooLarge = error.problem else { throw Broken("written again: \(error)") }
        }
    }
}
