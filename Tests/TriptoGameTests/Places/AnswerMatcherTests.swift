import Seeded
import TestSupport
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct AnswerMatcherTests {
    @Test(arguments: SampleDestination.all)
    func `a destination is known by its names and their slips`(sample: SampleDestination) {
        for guess in sample.accepted + [sample.destination.name] + sample.destination.aliases {
            #expect(accepts(guess, for: sample.destination), "\(guess)")
        }
    }

    @Test(arguments: SampleDestination.all)
    func `a destination is not known by other words`(sample: SampleDestination) {
        for guess in sample.refused {
            #expect(!accepts(guess, for: sample.destination), "\(guess)")
        }
    }

    @Test(arguments: SampleDestination.all)
    func `no other sample's name is accepted`(sample: SampleDestination) {
        let own = Set([sample.destination.name] + sample.destination.aliases)
        for other in SampleDestination.all {
            let names = [other.destination.name] + other.destination.aliases
            guard own.isDisjoint(with: names) else { continue }
            for name in names {
                #expect(!accepts(name, for: sample.destination), "\(name)")
            }
        }
    }

    @Test func `a country's name answers only where the destination is that country`() {
        var destination = Self.city("Nairobi", in: "Kenya")
        #expect(!accepts("Kenya", for: destination))
        destination.kind = .place
        #expect(!accepts("Kenya", for: destination))
        destination.kind = .country
        #expect(accepts("Kenya", for: destination))
    }

    @Test func `a folded match gives way to a place that is written so`() {
        let places = Gazetteer(countries: [], places: [["Åbo"], ["Abo"], ["Malé"]])
        #expect(accepts("Åbo", for: Self.city("Åbo"), among: places))
        #expect(!accepts("Abo", for: Self.city("Åbo"), among: places))
        #expect(accepts("Abo", for: Self.city("Abo"), among: places))
        #expect(!accepts("Åbo", for: Self.city("Abo"), among: places))
        #expect(accepts("Male", for: Self.city("Malé"), among: places))
    }

    @Test func `a slip needs more than four letters`() {
        let nowhere = Gazetteer(countries: [], places: [])
        #expect(!accepts("Osloo", for: Self.city("Oslo"), among: nowhere))
        #expect(accepts("Pariss", for: Self.city("Paris"), among: nowhere))
    }

    @Test func `up to eight letters one edit is a slip, beyond it two`() {
        let nowhere = Gazetteer(countries: [], places: [])
        #expect(accepts("Brisbanne", for: Self.city("Brisbane"), among: nowhere))
        #expect(!accepts("Brisbannee", for: Self.city("Brisbane"), among: nowhere))
        #expect(accepts("Melbournnee", for: Self.city("Melbourne"), among: nowhere))
        #expect(!accepts("Melbournneee", for: Self.city("Melbourne"), among: nowhere))
    }

    @Test func `a slip gives way to a place that is nearer`() {
        let nowhere = Gazetteer(countries: [], places: [])
        let kingstown = Gazetteer(countries: [], places: [["Kingstown"]])
        #expect(accepts("Kingstown", for: Self.city("Kingston"), among: nowhere))
        #expect(!accepts("Kingstown", for: Self.city("Kingston"), among: kingstown))
        #expect(!accepts("Kings town", for: Self.city("Kingston"), among: kingstown))
        #expect(accepts("Kingstn", for: Self.city("Kingston"), among: kingstown))
        #expect(accepts("Kingstwn", for: Self.city("Kingstown"), among: kingstown))
    }

    @Test func `stop words go only as whole words, from the ends, and never all`() {
        let nowhere = Gazetteer(countries: [], places: [])
        #expect(accepts("the city Bath", for: Self.city("Bath")))
        #expect(!accepts("Bathcity", for: Self.city("Bath"), among: nowhere))
        #expect(!accepts("Ba city th", for: Self.city("Bath"), among: nowhere))
        #expect(accepts("Staden", for: Self.city("Staden"), among: nowhere))
        #expect(!accepts("city", for: Self.city("Bath"), among: nowhere))
    }

    @Test(arguments: SampleDestination.all)
    func `hostile input is refused and always ends`(sample: SampleDestination) {
        for guess in HostileText.extremes {
            #expect(!accepts(guess, for: sample.destination))
            let isAnswer = AnswerMatcher.standard.accepts(
                guess,
                forAnyOf: [sample.destination.name]
            )
            #expect(!isAnswer)
        }
    }

    @Test(arguments: [4, 5, 6] as [UInt64])
    func `random input never names Tokyo`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let guess = HostileText.random(using: &random)
            #expect(!accepts(guess, for: Self.city("Tokyo")), "seed \(seed): \(guess)")
        }
    }

    private func accepts(
        _ guess: String,
        for destination: RoundPackage.Destination,
        among gazetteer: Gazetteer = .bundled
    ) -> Bool {
        AnswerMatcher(gazetteer: gazetteer).accepts(guess, for: destination)
    }

    private static func city(_ name: String, in country: String = "") -> RoundPackage.Destination {
        SampleDestination(name, in: country, accepts: [], refuses: []).destination
    }
}
