import Foundation
import GameState
import Testing

@testable import TriptoGame

@Suite struct LoadingTests {
    @Test func `a folder's good packages are loaded and the others reported`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.write(Sample.package, to: "en/kyoto.json")
        try folder.write(Sample.package, to: "en/tokyo.json")
        var bad = Sample.package
        bad.destination.id = "oslo"
        bad.id = "oslo.en"
        bad.intro = "Off to Kyoto!"
        try folder.write(bad, to: "en/oslo.json")
        try folder.write("{}", to: "sv/lund.json")
        try folder.write(String(repeating: " ", count: 70_000), to: "sv/ystad.json")
        try folder.write("read me", to: "sv/.keep")

        let bank = try PackageBank(folder: folder.url)
        #expect(bank.packages == [Sample.package])
        let refused = bank.refusals.map(\.file)
        #expect(refused == ["en/oslo.json", "en/tokyo.json", "sv/lund.json", "sv/ystad.json"])
        #expect(bank.refusals[1].reason == .misplaced(id: "kyoto.en"))
        #expect(
            bank.refusals[0].description == """
                en/oslo.json: 1 found
                  error intro [name] The text says Kyoto.

                """
        )
        #expect(bank.refusals[2].description == "sv/lund.json: id is missing")
        #expect(
            bank.refusals[3].description
                == "sv/ystad.json: the document is larger than 65536 bytes"
        )
    }

    @Test func `a folder that is not there is an error that names it`() {
        let folder = URL(fileURLWithPath: "/nonexistent/packages")
        #expect(throws: PackageBankError.folderUnreadable("/nonexistent/packages")) {
            try PackageBank(folder: folder)
        }
    }

    @Test func `missing resources are an error that says where they should be`() {
        let folders = ["/nonexistent/a", "/nonexistent/b"].map { URL(fileURLWithPath: $0) }
        let error = #expect(throws: PackageBankError.self) {
            try PackageBank.bundledFolder(among: folders)
        }
        #expect(error == .bundleMissing(searched: ["/nonexistent/a", "/nonexistent/b"]))
        #expect(error?.description.contains("/nonexistent/b") == true)
    }

    @Test func `resources are looked for where SwiftPM puts them`() {
        let name = Bundle.module.bundleURL.lastPathComponent
        #expect(name == PackageBank.resourceFolder)
    }

    /// A folder of its own for one test.
    private struct Folder {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory
                .appendingPathComponent("packages-\(UUID().uuidString)")
            for locale in ["sv", "en"] {
                try FileManager.default.createDirectory(
                    at: url.appendingPathComponent(locale),
                    withIntermediateDirectories: true
                )
            }
        }

        func write(_ package: RoundPackage, to file: String) throws {
            try JSONEncoder().encode(package).write(to: url.appendingPathComponent(file))
        }

        func write(_ text: String, to file: String) throws {
            try Data(text.utf8).write(to: url.appendingPathComponent(file))
        }

        func remove() {
            try? FileManager.default.removeItem(at: url)
        }
    }
}
