import Foundation
import GameState
import Testing

@testable import TriptoGame

/// Packages that come with the program. For an author it prints the findings in each file; with
/// `TRIPTO_PACKAGES` in the environment it judges that folder instead, before it is bundled.
@Suite struct BundledPackagesTests {
    static let fewestDestinations = 24
    static let fewestPerDifficulty = 6

    let folder: URL
    let bank: PackageBank

    init() throws {
        let named = ProcessInfo.processInfo.environment["TRIPTO_PACKAGES"]
        folder =
            try named.map { URL(fileURLWithPath: $0) }
            ?? PackageBank.bundledFolder(among: PackageBank.bundledFolders)
        bank = try PackageBank(folder: folder)
    }

    @Test func `nothing speaks against any bundled package`() throws {
        for file in try PackageBank.files(in: folder) {
            let bytes = try PackageFile.bytes(of: file, in: folder)
            guard let package = try? PackageReader.read(bytes) else { continue }
            let findings = PackageValidator.bundled.findings(in: package)
            print(PackageReport.render(findings, file: file), terminator: "")
        }
        for refusal in bank.refusals { Issue.record("\(refusal)") }
    }

    /// For this one, in both languages, no second page was found that could be read.
    private static let namesPagesAlone = "timbuktu: c2a"

    @Test func `every claim and every answer has what pages say of it, in the package's words`()
        throws
    {
        for file in try PackageBank.files(in: folder) {
            let package = try PackageReader.read(PackageFile.bytes(of: file, in: folder))
            let claims = package.wordings.flatMap { $0.words.sources }
            for source in claims + package.followups.flatMap(\.sources) {
                let name = "\(package.destination.id): \(source.claim ?? "an answer")"
                #expect(
                    source.evidence.isEmpty == (name == Self.namesPagesAlone),
                    "\(file), \(name)"
                )
            }
        }
    }

    @Test func `every destination is there in Swedish and in English`() {
        let swedish = Set(packages("sv").map(\.destination.id))
        let english = Set(packages("en").map(\.destination.id))
        #expect(swedish.subtracting(english).sorted() == [])
        #expect(english.subtracting(swedish).sorted() == [])
    }

    @Test func `a destination is the same place in both languages`() {
        let english = Dictionary(
            uniqueKeysWithValues: packages("en").map { ($0.destination.id, $0) }
        )
        for swedish in packages("sv") {
            guard let english = english[swedish.destination.id] else { continue }
            let (one, other) = (swedish.destination, english.destination)
            #expect(one.wikidata == other.wikidata, "\(one.id)")
            #expect(one.kind == other.kind, "\(one.id)")
            #expect(one.lat == other.lat && one.lon == other.lon, "\(one.id)")
            #expect(Continent(ofRegion: one.region) == Continent(ofRegion: other.region))
            #expect(swedish.difficulty == english.difficulty, "\(one.id)")
        }
    }

    @Test(arguments: ["sv", "en"])
    func `there are enough for every taste`(_ locale: String) {
        let packages = packages(locale)
        #expect(packages.count >= Self.fewestDestinations)
        let continents = Set(packages.compactMap { Continent(ofRegion: $0.destination.region) })
        #expect(Set(Continent.allCases).subtracting(continents).isSubset(of: [.antarctica]))
        for difficulty in RoundPackage.Difficulty.allCases {
            let count = packages.count { $0.difficulty == difficulty }
            #expect(count >= Self.fewestPerDifficulty, "\(difficulty)")
        }
    }

    private func packages(_ locale: String) -> [RoundPackage] {
        bank.packages.filter { $0.locale == locale }
    }
}
