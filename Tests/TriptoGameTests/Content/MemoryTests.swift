import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A host's device remembers what it has had, from one evening to the next (G-88).
@Suite struct MemoryTests {
    private static let bank = Result { try PackageBank.bundled() }

    /// Evenings of three destinations, each a session of its own.
    ///
    /// - Parameter memory: the one of the device, that of the last round first.
    private func play(
        evenings: Int,
        from first: Int = 0,
        locale: (Int) -> String = { _ in "sv" },
        difficulty: RoundPackage.Difficulty = .normal,
        memory: inout [String]
    ) throws -> [String] {
        let bank = try Self.bank.get()
        var played: [String] = []
        for evening in first..<(first + evenings) {
            var wish = PackageWish(
                locale: locale(evening),
                difficulty: difficulty,
                theme: nil,
                seed: UInt64(evening) &* 7919,
                roundIndex: 0,
                usedDestinations: [],
                previousCountry: nil,
                pinned: nil
            )
            for round in 0..<3 {
                wish.roundIndex = round
                let content = try #require(bank.content(for: wish, memory: memory))
                let place = content.package.destination
                let had = Set(memory + [place.id])
                let left = bank.packages.count {
                    $0.locale == wish.locale && !had.contains($0.destination.id)
                }
                #expect(content.freshLeft == left)
                wish.usedDestinations.append(place.id)
                wish.previousCountry = place.country
                memory.removeAll { $0 == place.id }
                memory.insert(place.id, at: 0)
                played.append(place.id)
            }
        }
        return played
    }

    @Test(arguments: RoundPackage.Difficulty.allCases)
    func `ten evenings of three repeat nothing, whatever the difficulty`(
        _ difficulty: RoundPackage.Difficulty
    ) throws {
        var memory: [String] = []
        let played = try play(evenings: 10, difficulty: difficulty, memory: &memory)
        #expect(Set(played).count == 30)
    }

    @Test func `a second host on another device starts fresh`() throws {
        var one: [String] = []
        var other: [String] = []
        let first = try play(evenings: 10, memory: &one)
        let second = try play(evenings: 10, memory: &other)
        #expect(first == second, "the same seeds and nothing remembered: the same evenings")
    }

    @Test func `two languages of one destination are one`() throws {
        var memory: [String] = []
        let played = try play(
            evenings: 20,
            locale: { $0 % 2 == 0 ? "sv" : "en" },
            memory: &memory
        )
        #expect(Set(played).count == 60)
    }

    @Test func `once all have been had the one of longest ago comes, and none of the last twenty`()
        throws
    {
        var memory: [String] = []
        let places = Set(try Self.bank.get().packages.map(\.destination.id)).count
        let evenings = (places + 2) / 3
        let first = try play(evenings: evenings, memory: &memory)
        #expect(Set(first).count == places)
        let before = memory
        let again = try play(evenings: 10, from: evenings, memory: &memory)
        #expect(Set(again).count == 30)
        var last = before
        for place in again {
            let age = try #require(last.firstIndex(of: place))
            #expect(age >= 20, "\(place) came again after \(age) others")
            last.remove(at: age)
            last.insert(place, at: 0)
        }
    }

    @Test func `a small bank plays what it has, the longest ago first`() throws {
        let bank = PackageBank(["a", "b", "c"].map { Sample.package($0) })
        var wish = PackageWish(
            locale: "en",
            difficulty: .normal,
            theme: nil,
            seed: 1,
            roundIndex: 0,
            usedDestinations: [],
            previousCountry: nil,
            pinned: nil
        )
        for seed in 0..<20 as Range<UInt64> {
            wish.seed = seed
            #expect(bank.choose(wish, ["b", "a"])?.destination.id == "c")
            #expect(bank.choose(wish, ["b", "a", "c"])?.destination.id == "c")
            #expect(bank.choose(wish, ["c", "b", "a"])?.destination.id == "a")
        }
        #expect(bank.content(for: wish, memory: ["c", "b", "a"])?.freshLeft == 0)
        #expect(bank.content(for: wish)?.freshLeft == nil, "nobody knows")
    }
}

/// The session knows the host's device.
@Suite struct HostDeviceTests {
    private static let (tablet, phone) = (DeviceMark(rawValue: .max), DeviceMark(rawValue: 8))

    @Test func `another device of the host is asked for what it has had`() throws {
        var party = Party()
        party.feed()
        #expect(word(party.give(.hostDevice(Self.tablet))) == "ok")
        #expect(party.game.wish?.device == Self.tablet)
        party.feed()
        #expect(party.give(.hostDevice(Self.tablet)) == .ignored)
        #expect(party.game.wish == nil, "the destination stays")
        #expect(word(party.give(.hostDevice(Self.phone))) == "ok")
        #expect(party.game.wish?.device == Self.phone)
    }

    @Test func `a device that comes in the middle of a game changes nothing of it`() throws {
        var party = Party()
        party.reach(.clueLevel)
        let package = party.round?.package
        #expect(word(party.give(.hostDevice(Self.tablet))) == "ok")
        #expect(party.round?.package == package)
        party.reach(.preparingRound)
        #expect(party.game.wish?.device == Self.tablet)
    }

    @Test func `what is played is recorded for the device`() throws {
        var party = Party()
        party.give(.hostDevice(Self.tablet))
        party.host(.startGame)
        party.feed()
        let round = RoundID(rawValue: "0123456789abcdef-r1")
        let package = SamplePackage.make(1)
        #expect(party.facts.contains(.tripto(.played(round, package, by: Self.tablet))))
    }

    @Test func `the host is told how many are left that the device has not had`() throws {
        var party = Party()
        let wish = try #require(party.game.wish)
        let content = RoundContent(SamplePackage.make(1), freshLeft: 12)
        party.give(.content(content, for: wish))
        let host = try Documents.snapshot(party.game.hostView)
        #expect(host["secret"]?["freshLeft"] == 12)
        var other = Party()
        other.feed()
        #expect(try Documents.snapshot(other.game.hostView)["secret"]?["freshLeft"] == .null)
    }

    @Test func `a session of older rules does not learn it`() {
        var party = Party()
        party.game.rules = .fourth
        #expect(party.give(.hostDevice(Self.tablet)) == .ignored)
    }
}
