@testable import TriptoGame

/// Values that hostile input is compared with.
enum Samples {
    static let destination = RoundPackage.Destination(
        id: "kyoto",
        name: "Kyoto",
        country: "Japan",
        region: "Asia",
        lat: 35.01,
        lon: 135.77,
        aliases: ["Kyōto", "Heian-kyō"],
        kind: .city,
        wikidata: "Q34600"
    )
}
