import Archive
import ArgumentParser

/// Makes the archive's tables, or brings them forward.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the archive's tables or bring them forward, and say what was done.",
        discussion: """
            `serve` does the same when it starts. Gateways that migrate at the same time wait for one \
            another; all steps are taken or none.
            """
    )

    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        let place = try archive.place()
        do throws(ArchiveError) {
            let archive = try place.open(.migrated)
            print("\(place): \(archive.schema)")
            archive.closeAndWait()
            if case .file(let path) = place { DataFile.hand(path) }
        } catch {
            throw error.told()
        }
    }
}
