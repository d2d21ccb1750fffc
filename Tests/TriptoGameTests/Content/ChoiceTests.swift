import Seeded
import GameState
import Testing

@testable import TriptoGame

@Suite struct ChoiceTests {
    static let countries = ["Japan", "Peru", "Sweden", "Kenya"]
    static let bank = PackageBank(
        ["en", "sv"].flatMap { locale in
            (0..<12).map { number in
                Sample.package(
                    "place-\(number)",
                    locale: locale,
                    country: countries[number % 4],
                    difficulty: RoundPackage.Difficulty.allCases[number % 3],
                    themes: number < 2 ? ["Öde stränder"] : ["stad"]
                )
            }
        }
    )

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `any wish gets the same package again, and the best there is`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let shuffled = PackageBank(Self.bank.packages.reversed())
        for round in 0..<300 {
            let wish = Self.wish(&random)
            let package = try #require(Self.bank.choose(wish))
            let place: Comment = "seed \(seed), round \(round): \(package.id)"
            #expect(shuffled.choose(wish) == package, place)
            let local = Self.bank.packages.filter { $0.locale == wish.locale }
            #expect(local.isEmpty || package.locale == wish.locale, place)
            let unused = (local.isEmpty ? Self.bank.packages : local)
                .filter { !wish.usedDestinations.contains($0.destination.id) }
            #expect(unused.isEmpty || unused.contains(package), place)
            let abroad = unused.filter { $0.destination.country != wish.previousCountry }
            #expect(abroad.isEmpty || abroad.contains(package), place)
            let matching = abroad.filter { wish.theme != nil && $0.themes == ["Öde stränder"] }
            #expect(matching.isEmpty || matching.contains(package), place)
            let near = (matching.isEmpty ? abroad : matching)
                .filter { wish.difficulty == .normal || $0.difficulty != Self.opposite(wish) }
            #expect(near.isEmpty || near.contains(package), place)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a session of twelve rounds sees every destination once`(_ seed: UInt64) throws {
        var wish = Self.plainWish
        wish.seed = seed
        for round in 0..<12 {
            wish.roundIndex = round
            let package = try #require(Self.bank.choose(wish))
            #expect(!wish.usedDestinations.contains(package.destination.id), "seed \(seed)")
            wish.usedDestinations.append(package.destination.id)
            wish.previousCountry = package.destination.country
        }
        let again = try #require(Self.bank.choose(wish))
        #expect(again.destination.id != wish.usedDestinations.last, "seed \(seed)")
        #expect(again.locale == "en")
    }

    /// Two steps off.
    private static func opposite(_ wish: PackageWish) -> RoundPackage.Difficulty {
        wish.difficulty == .easy ? .hard : .easy
    }

    @Test func `seeds and rounds spread over what fits, mostly over the wished difficulty`() {
        var wish = Self.plainWish
        let bySeed = (0..<64 as Range<UInt64>).compactMap { seed in
            wish.seed = seed
            return Self.bank.choose(wish)?.id
        }
        let byRound = (0..<64).compactMap { round in
            wish.roundIndex = round
            return Self.bank.choose(wish)?.id
        }
        #expect(Set(bySeed).count > 8)
        #expect(Set(byRound).count > 8)
        // Four of twelve are normal, each drawn three times as often as one of the eight beside them.
        let wished = (0..<600 as Range<UInt64>).count { seed in
            wish.seed = seed
            return Self.bank.choose(wish)?.difficulty == .normal
        }
        #expect(300...420 ~= wished, "of 600: \(wished)")
    }

    @Test func `each text of a clue and each question has its turn`() throws {
        let package = Self.varied
        let bank = PackageBank([package])
        var wish = Self.plainWish
        var texts: [Set<String>] = Array(repeating: [], count: 5)
        var asked: Set<String> = []
        for seed in 0..<64 as Range<UInt64> {
            wish.seed = seed
            let played = try #require(bank.content(for: wish)).package
            #expect(bank.content(for: wish)?.package == played, "seed \(seed)")
            #expect(played.clues.flatMap(\.variants).isEmpty)
            #expect(played.followups.map(\.index) == [1, 2, 3])
            #expect(Set(played.followups.map(\.q)) == Set(package.followups.map(\.q)))
            for (place, clue) in played.clues.enumerated() { texts[place].insert(clue.text) }
            asked.insert(played.followups[0].q)
        }
        #expect(texts.map(\.count) == [3, 2, 1, 1, 1])
        #expect(asked.count == 3)
    }

    @Test func `a text comes with its own evidence`() throws {
        let package = Self.varied
        let bank = PackageBank([package])
        var wish = Self.plainWish
        for seed in 0..<16 as Range<UInt64> {
            wish.seed = seed
            let clue = try #require(bank.content(for: wish)).package.clues[0]
            let written = [package.clues[0].words] + package.clues[0].variants
            #expect(written.contains(clue.words))
        }
    }

    @Test func `the pinned package is played as it was seen`() throws {
        let bank = PackageBank([Self.varied])
        for seed in 0..<16 as Range<UInt64> {
            var wish = Self.plainWish
            wish.seed = seed
            let seen = try #require(bank.content(for: wish))
            wish.pinned = seen.package.id
            #expect(bank.content(for: wish) == seen)
        }
    }

    @Test func `the pinned package wins over everything`() {
        var wish = Self.plainWish
        wish.pinned = "place-7.sv"
        wish.usedDestinations = ["place-7"]
        #expect(Self.bank.choose(wish)?.id == "place-7.sv")
        wish.pinned = "nowhere.sv"
        #expect(Self.bank.choose(wish)?.locale == "en")
    }

    @Test func `a theme is matched whatever its case and diacritics`() {
        for theme in ["ÖDE STRÄNDER", "ode", "en strand och en öde ö", "stränderna"] {
            var wish = Self.plainWish
            wish.theme = theme
            #expect(Self.bank.choose(wish)?.themes == ["Öde stränder"], "\(theme)")
        }
    }

    @Test func `a theme may be a country or a region`() {
        var wish = Self.plainWish
        wish.theme = "peru"
        #expect(Self.bank.choose(wish)?.destination.country == "Peru")
        wish.theme = "asia"
        #expect(Self.bank.choose(wish)?.destination.region == "Asia")
    }

    @Test func `a host is told what a theme finds, and which themes there are`() {
        let offer = Self.bank.offer(theme: "stränderna", locale: "sv")
        #expect(offer.matching == 2)
        #expect(offer.themes == [.init("stad", count: 10), .init("Öde stränder", count: 2)])
        #expect(Self.bank.offer(theme: "Harry Potter", locale: "sv").matching == 0)
        #expect(Self.bank.offer(theme: "och", locale: "sv").matching == 0)
        #expect(Self.bank.offer(theme: "", locale: "sv").matching == nil)
    }

    @Test func `the nearest difficulty stands in for one that is missing`() {
        let bank = PackageBank([
            Sample.package("a", difficulty: .easy), Sample.package("b", difficulty: .normal),
        ])
        var wish = Self.plainWish
        wish.difficulty = .hard
        #expect(bank.choose(wish)?.id == "b.en")
    }

    @Test func `what a follow-up has asked about does not come next`() throws {
        var asking = Sample.package("asking")
        asking.followups[0].q = "How far is it to Lima's harbour?"
        var lima = Sample.package("lima")
        lima.destination.name = "Lima"
        let other = Sample.package("other", difficulty: .hard)
        var wish = Self.plainWish
        wish.usedDestinations = ["asking"]
        #expect(PackageBank([asking, lima, other]).choose(wish)?.id == "other.en")
        #expect(PackageBank([asking, lima]).choose(wish)?.id == "lima.en")
    }

    @Test func `another language is better than nothing`() {
        var wish = Self.plainWish
        wish.locale = "de"
        #expect(Self.bank.choose(wish) != nil)
        #expect(PackageBank([]).choose(wish) == nil)
    }

    @Test func `the numbers are those of the paper's authors`() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
            ]
        )
    }

    /// With three texts at 10 points and two at 8.
    private static let varied: RoundPackage = {
        var package = Sample.package
        package.clues[0].variants = [variant("one"), variant("two")]
        package.clues[1].variants = [variant("three")]
        return package
    }()

    private static func variant(_ name: String) -> RoundPackage.Variant {
        RoundPackage.Variant(
            text: "Another text of this clue that goes by the name of \(name).",
            claims: [.init(id: name, statement: "It goes by the name of \(name).")],
            sources: [],
            verification: .init(status: .verified, claims: [name: .verified])
        )
    }

    private static let plainWish = PackageWish(
        locale: "en",
        difficulty: .normal,
        theme: nil,
        seed: 1,
        roundIndex: 0,
        usedDestinations: [],
        previousCountry: nil,
        pinned: nil
    )

    private static func wish(_ random: inout SplitMix64) -> PackageWish {
        PackageWish(
            locale: ["en", "sv", "de"][random.next(below: 3)],
            difficulty: RoundPackage.Difficulty.allCases[random.next(below: 3)],
            theme: random.next(below: 2) == 0 ? nil : "stränder",
            seed: random.next(),
            roundIndex: random.next(below: 10),
            usedDestinations: (0..<12).filter { _ in random.next(below: 3) > 0 }
                .map { "place-\($0)" },
            previousCountry: countries[random.next(below: 4)],
            pinned: nil
        )
    }
}
