import Testing

@testable import GameState
@testable import TriptoGame

/// A destination with its names, and texts that must and must not count as one of them.
struct SampleDestination: Sendable, CustomTestStringConvertible {
    let destination: RoundPackage.Destination
    let accepted: [String]
    let refused: [String]

    init(
        _ name: String,
        _ aliases: [String] = [],
        in country: String,
        kind: RoundPackage.Destination.Kind = .city,
        accepts accepted: [String],
        refuses refused: [String]
    ) {
        destination = RoundPackage.Destination(
            id: "sample",
            name: name,
            country: country,
            region: "",
            lat: 0,
            lon: 0,
            aliases: aliases,
            kind: kind,
            wikidata: "Q1"
        )
        self.accepted = accepted
        self.refused = refused
    }

    var testDescription: String { destination.name }
}
