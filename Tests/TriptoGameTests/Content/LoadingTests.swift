import Foundation
import GameState
import Synchronization
import TestSupport
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

    @Test func `what lies where nobody looks for it is told of, and not played`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        try folder.write(Sample.package, to: "en/kyoto.json")
        try folder.write(Sample.package, to: "kyoto.json")
        try folder.write(Sample.package, to: "fi/kyoto.json")
        try folder.write(Sample.package, to: "en/Kyoto.JSON")
        try folder.write("notes", to: "notes.txt")
        try folder.write("{}", to: ".hidden/lund.json")
        let bank = try PackageBank(folder: folder.url)
        #expect(bank.packages == [Sample.package])
        #expect(bank.refusals.map(\.file) == ["en/Kyoto.JSON", "fi/kyoto.json", "kyoto.json"])
        #expect(bank.refusals.allSatisfy { $0.reason == .misplaced(id: "kyoto.en") })
        for number in 10..<60 { try folder.write("{}", to: "stray-\(number).json") }
        #expect(try PackageBank(folder: folder.url).refusals.count <= 23)
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

    @Test func `what is no ordinary file of the folder is named, and holds nothing up`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let elsewhere = try Folder()
        defer { elsewhere.remove() }
        try folder.write(Sample.package, to: "en/kyoto.json")
        let pipe = folder.url.appendingPathComponent("en/a-pipe.json").path
        #expect(mkfifo(pipe, 0o600) == 0)
        try elsewhere.write(Sample.package("lima"), to: "en/lima.json")
        try folder.link(
            "en/lima.json",
            to: elsewhere.url.appendingPathComponent("en/lima.json").path
        )
        try folder.link("en/null.json", to: "/dev/null")
        try folder.link("en/round.json", to: "round.json")
        try folder.link("en/gone.json", to: "nothing.json")
        try folder.write(Sample.package("oslo"), to: "oslo")
        try folder.link("en/oslo.json", to: "../oslo")
        let inside = folder.url.appendingPathComponent("en/folder.json")
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
        let bank = try PackageBank(folder: folder.url)
        #expect(bank.packages.map(\.id) == ["kyoto.en", "oslo.en"])
        let reasons = Dictionary(
            uniqueKeysWithValues: bank.refusals.map { ($0.file, $0.reason) }
        )
        #expect(
            reasons == [
                "en/a-pipe.json": .irregular, "en/folder.json": .irregular,
                "en/gone.json": .unreadable, "en/lima.json": .outside, "en/null.json": .outside,
                "en/round.json": .unreadable,
            ]
        )
    }

    private func eventually(_ isSo: () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isSo() {
            try #require(ContinuousClock.now < deadline, "it never came to that")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// News that the library told.
    private final class Told: Sendable {
        private let news = Mutex<[PackageLibrary.News]>([])

        func add(_ one: PackageLibrary.News) { news.withLock { $0.append(one) } }

        func has(_ one: PackageLibrary.News) -> Bool { news.withLock { $0.contains(one) } }
    }

    @Test func `the operator's folder is played beside the bundled, and anew when it changes`()
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        let bundled = PackageBank([Sample.package, Sample.package("lima")])
        try folder.write(Sample.package("oslo"), to: "en/oslo.json")
        let told = Told()
        let library = try PackageLibrary(bundled: bundled, folder: folder.url, everyMs: 20) {
            told.add($0)
        }
        #expect(library.bank.packages.map(\.id) == ["kyoto.en", "lima.en", "oslo.en"])
        let bank = library.bank

        // A new file and a damaged one: the one is played, the other named, and nothing else suffers.
        try folder.write(Sample.package("rome"), to: "en/rome.json")
        try folder.write("{", to: "en/bad.json")
        let refusal = PackageRefusal(
            file: "en/bad.json",
            reason: .notAPackage(PackageReadingError(path: "", problem: .notJSON))
        )
        let all = ["kyoto.en", "lima.en", "oslo.en", "rome.en"]
        try await eventually {
            library.bank.packages.map(\.id) == all && library.bank.refusals == [refusal]
        }
        #expect(told.has(.refused(refusal)) && told.has(.read(packages: 2, retired: 0)))
        #expect(bank.packages.count == 3, "a choice that was under way keeps its bank")

        // One of its own in place of a bundled one, and one of each retired.
        var other = Sample.package
        other.intro = "Lower your voice, and be quick about it."
        try folder.write(other, to: "en/kyoto.json")
        try folder.write("# not now\nlima\nrome.en   # by request\nrome.sv\n\n", to: "retired")
        try await eventually { library.bank.packages.map(\.id) == ["kyoto.en", "oslo.en"] }
        #expect(library.bank.packages.first == other)
        #expect(told.has(.read(packages: 3, retired: 3)))

        // A list that is too long is told, nobody writes over it, and what was retired stays so.
        try folder.write(String(repeating: "lima\n", count: 20_000), to: "retired")
        let tooLong = PackageRefusal(
            file: "retired",
            reason: .tooLong(limit: PackageLimits.fileBytes)
        )
        try await eventually { told.has(.refused(tooLong)) }
        #expect(library.bank.packages.map(\.id) == ["kyoto.en", "oslo.en"])
        #expect(throws: tooLong) {
            try PackageDesk(bundled: folder.url, own: folder.url).retired("oslo", isBack: false)
        }
        // A gateway that began with such a list would play what is retired.
        #expect(throws: tooLong) {
            try PackageLibrary(bundled: bundled, folder: folder.url) { _ in }
        }

        // Gone again; what is away as a whole is told, and played on.
        try folder.erase("retired")
        try folder.erase("en/kyoto.json")
        try folder.erase("en/bad.json")
        try await eventually {
            library.bank.packages.map(\.id) == all && library.bank.refusals.isEmpty
        }
        #expect(library.bank.packages.first == Sample.package)
        let away = try Folder()
        away.remove()
        defer { away.remove() }
        try FileManager.default.moveItem(at: folder.url, to: away.url)
        try await eventually { told.has(.unreadable(.folderUnreadable(folder.url.path))) }
        #expect(library.bank.packages.map(\.id) == all)
    }

    @Test func `where a person's word is asked for, nothing else is played`() async throws {
        let (folder, theirs) = (try Folder(), try Folder())
        defer {
            folder.remove()
            theirs.remove()
        }
        let tag: ApprovedAlone.Tag = { bytes in
            String(bytes.reduce(UInt64(5_381)) { $0 &* 33 &+ UInt64($1) }, radix: 16)
        }
        func approval(_ id: String, _ file: String, in folder: Folder) throws -> String {
            let bytes = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent(file)))
            return "\(id) \(tag(bytes)) 2026-11-26T00:00:00Z Ada\n"
        }
        for place in ["kyoto", "lima"] {
            try theirs.write(Sample.package(place), to: "en/\(place).json")
        }
        try folder.write(Sample.package("oslo"), to: "en/oslo.json")
        let told = Told()
        let library = try PackageLibrary(
            bundled: try PackageBank(folder: theirs.url),
            folder: folder.url,
            approvedAlone: ApprovedAlone(bundled: theirs.url, tag: tag),
            everyMs: 20
        ) { told.add($0) }
        func plays(_ ids: [String]) async throws {
            try await eventually { library.bank.packages.map(\.id) == ids }
        }
        #expect(
            library.bank.packages.isEmpty && told.has(.read(packages: 1, retired: 0, approved: 0))
        )
        #expect(library.bank.offer(theme: "", locale: "en").total == 0)

        let lima = try approval("lima.en", "en/lima.json", in: theirs)
        let oslo = try approval("oslo.en", "en/oslo.json", in: folder)
        try folder.write(lima + oslo, to: "approved")
        try await plays(["lima.en", "oslo.en"])
        #expect(told.has(.read(packages: 1, retired: 0, approved: 2)))
        let wish = PackageWish(
            locale: "en",
            difficulty: .normal,
            theme: nil,
            seed: 7,
            roundIndex: 0,
            usedDestinations: [],
            previousCountry: nil,
            pinned: nil
        )
        #expect(library.bank.content(for: wish, memory: [])?.freshLeft == 1)
        #expect(library.bank.offer(theme: "", locale: "en").total == 2)
        #expect(library.bank.offer(theme: "", locale: "sv").total == 0)

        // Another text is approved no more, of one's own and in place of one that came along.
        var other = Sample.package("oslo")
        other.intro = "Lower your voice, and be quick about it."
        try folder.write(other, to: "en/oslo.json")
        try await plays(["lima.en"])
        var own = Sample.package("lima")
        own.intro = other.intro
        try folder.write(own, to: "en/lima.json")
        try await plays([])
        try folder.write(
            lima + oslo + approval("lima.en", "en/lima.json", in: folder),
            to: "approved"
        )
        try await plays(["lima.en"])
        #expect(library.bank.packages.first?.intro == own.intro)
        // A package that is retired is not played, whoever approved it.
        try folder.write("lima\n", to: "retired")
        try await plays([])
        try folder.erase("retired")
        try await plays(["lima.en"])
        // A list that can't be read takes nobody's word back.
        try folder.write(String(repeating: "#\n", count: 400_000), to: "approved")
        try await eventually {
            told.has(
                .refused(PackageRefusal(file: "approved", reason: .tooLong(limit: 512 * 1024)))
            )
        }
        #expect(library.bank.packages.map(\.id) == ["lima.en"])
    }

    @Test func `a folder of approvals alone that is away takes nobody's word back`() async throws {
        let (folder, theirs, away) = (try Folder(), try Folder(), try Folder())
        away.remove()
        defer { for folder in [folder, theirs, away] { folder.remove() } }
        try theirs.write(Sample.package, to: "en/kyoto.json")
        try folder.write("kyoto.en x 2026-11-26T00:00:00Z Ada\n", to: "approved")
        let told = Told()
        let library = try PackageLibrary(
            bundled: try PackageBank(folder: theirs.url),
            folder: folder.url,
            approvedAlone: ApprovedAlone(bundled: theirs.url) { _ in "x" },
            everyMs: 20
        ) { told.add($0) }
        #expect(library.bank.packages.map(\.id) == ["kyoto.en"])
        try FileManager.default.moveItem(at: folder.url, to: away.url)
        try await eventually { told.has(.unreadable(.folderUnreadable(folder.url.path))) }
        #expect(library.bank.packages.map(\.id) == ["kyoto.en"])
        // There again, it is read as ever.
        try away.erase("approved")
        try FileManager.default.moveItem(at: away.url, to: folder.url)
        try await eventually { library.bank.packages.isEmpty }
    }

    @Test func `a folder that is not there yet is no trouble, however often it is looked for`()
        throws
    {
        let folder = try Folder()
        folder.remove()
        let bank = PackageBank([Sample.package])
        var shelf = PackageShelf(bundled: bank, folder: folder.url, approvedAlone: nil)
        for _ in 1...3 {
            let news = shelf.look().news
            #expect(!news.contains(.unreadable(.folderUnreadable(folder.url.path))))
        }
    }

    @Test func `a folder that is not there yet is read when it comes`() async throws {
        let folder = try Folder()
        folder.remove()
        defer { folder.remove() }
        let told = Told()
        let library = try PackageLibrary(
            bundled: PackageBank([Sample.package]),
            folder: folder.url,
            everyMs: 20
        ) { told.add($0) }
        #expect(library.bank.packages == [Sample.package])
        try folder.make()
        try folder.write(Sample.package("oslo"), to: "en/oslo.json")
        try await eventually { library.bank.packages.map(\.id) == ["kyoto.en", "oslo.en"] }
        #expect(told.has(.read(packages: 1, retired: 0)))
    }

    /// A folder of its own for one test.
    private struct Folder {
        let url: URL

        init() throws {
            url = Scratch.place("packages")
            try make()
        }

        func make() throws {
            for locale in ["sv", "en"] {
                try FileManager.default.createDirectory(
                    at: url.appendingPathComponent(locale),
                    withIntermediateDirectories: true
                )
            }
        }

        func write(_ package: RoundPackage, to file: String) throws {
            try write(JSONEncoder().encode(package), to: file)
        }

        func write(_ text: String, to file: String) throws {
            try write(Data(text.utf8), to: file)
        }

        private func write(_ bytes: Data, to file: String) throws {
            let place = url.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            // Whole or not at all: the library may look at any moment.
            try bytes.write(to: place, options: .atomic)
        }

        func link(_ file: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: url.appendingPathComponent(file).path,
                withDestinationPath: target
            )
        }

        func erase(_ file: String) throws {
            try FileManager.default.removeItem(at: url.appendingPathComponent(file))
        }

        func remove() {
            try? FileManager.default.removeItem(at: url)
        }
    }
}
