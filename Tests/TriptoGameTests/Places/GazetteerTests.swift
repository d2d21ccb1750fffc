import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct GazetteerTests {
    private let gazetteer = Gazetteer.bundled

    @Test func `the bundled places cover the world`() {
        #expect(gazetteer.countryCount >= 195)
        #expect(gazetteer.names.count >= gazetteer.countryCount + 195 + 200)
        #expect(gazetteer.names.allSatisfy { !$0.isEmpty })
    }

    @Test func `no two countries share a name`() {
        var seen: [String: Int] = [:]
        for (country, names) in gazetteer.names.prefix(gazetteer.countryCount).enumerated() {
            for name in names {
                #expect(seen[name.text, default: country] == country, "\(name.text)")
                seen[name.text] = country
            }
        }
    }

    @Test func `a destination's own names are no other place, everyone else's are`() {
        let wien = SampleDestination("Wien", in: "Österrike", accepts: [], refuses: []).destination
        #expect(!gazetteer.isAnotherPlace("wien", than: wien))
        #expect(!gazetteer.isAnotherPlace("vienna", than: wien))
        #expect(gazetteer.isAnotherPlace("österrike", than: wien))
        #expect(gazetteer.isAnotherPlace("osterrike", than: wien))
        #expect(gazetteer.isAnotherPlace("vientiane", than: wien))
        #expect(!gazetteer.isAnotherPlace("hemma", than: wien))
    }

    /// Every place plays destination once, against every name in the gazetteer that starts alike
    /// and belongs to places with no name in common.
    @Test func `no place passes for another`() {
        let matcher = AnswerMatcher(gazetteer: gazetteer)
        for (place, names) in gazetteer.names.enumerated() {
            let destination = DestinationNames(names: names, in: gazetteer)
            let texts = Set(names.map(\.text))
            let initials = Set(names.compactMap(\.letters.first))
            for (other, otherNames) in gazetteer.names.enumerated() where other != place {
                guard texts.isDisjoint(with: otherNames.map(\.text)) else { continue }
                for name in otherNames where name.letters.first.map(initials.contains) == true {
                    let isAccepted = matcher.accepts(name, for: destination)
                    #expect(!isAccepted, "\(name.text) \(texts)")
                }
            }
        }
    }

    /// The samples, whose aliases reach beyond the gazetteer, against every name in it.
    @Test(arguments: SampleDestination.all)
    func `no other place passes for a sample`(sample: SampleDestination) {
        let matcher = AnswerMatcher(gazetteer: gazetteer)
        let destination = DestinationNames(of: sample.destination, in: gazetteer)
        let texts = Set(destination.names.map(\.text))
        for names in gazetteer.names where texts.isDisjoint(with: names.map(\.text)) {
            for name in names {
                let isAccepted = matcher.accepts(name, for: destination)
                #expect(!isAccepted, "\(name.text)")
            }
        }
    }

    @Test func `every place is known by each of its names`() {
        let matcher = AnswerMatcher(gazetteer: gazetteer)
        for names in gazetteer.names {
            let destination = DestinationNames(names: names, in: gazetteer)
            for name in names {
                let isAccepted = matcher.accepts(name, for: destination)
                #expect(isAccepted, "\(name.text)")
            }
        }
    }
}
