import GameState

/// Every string of a package with its path into the document.
struct PackageTexts {
    struct Text {
        let path: String
        let text: String
    }

    private(set) var all: [Text] = []

    init(of package: RoundPackage) {
        add("id", package.id)
        add("locale", package.locale)
        add("themes", package.themes)
        add(package.destination)
        add("intro", package.intro)
        add("revealText", package.revealText)
        for (path, _, words) in package.wordings { add(path, words) }
        for (index, followup) in package.followups.enumerated() {
            add("followups[\(index)]", followup)
        }
        add("banter", package.banter)
    }

    private mutating func add(_ path: String, _ text: String) {
        all.append(Text(path: path, text: text))
    }

    private mutating func add(_ path: String, _ texts: [String]) {
        for (index, text) in texts.enumerated() { add("\(path)[\(index)]", text) }
    }

    private mutating func add(_ destination: RoundPackage.Destination) {
        add("destination.id", destination.id)
        add("destination.name", destination.name)
        add("destination.country", destination.country)
        add("destination.region", destination.region)
        add("destination.aliases", destination.aliases)
        add("destination.wikidata", destination.wikidata)
    }

    private mutating func add(_ path: String, _ words: RoundPackage.Variant) {
        add("\(path).text", words.text)
        for (index, claim) in words.claims.enumerated() {
            add("\(path).claims[\(index)].id", claim.id)
            add("\(path).claims[\(index)].statement", claim.statement)
        }
        add("\(path).sources", words.sources)
    }

    private mutating func add(_ path: String, _ followup: RoundPackage.Followup) {
        add("\(path).q", followup.q)
        add("\(path).a", followup.a)
        add("\(path).accepted", followup.accepted)
        add("\(path).sources", followup.sources)
        add("\(path).antiLeak.bannedTerms", followup.antiLeak.bannedTerms)
    }

    private mutating func add(_ path: String, _ sources: [RoundPackage.Source]) {
        for (index, source) in sources.enumerated() {
            add("\(path)[\(index)].wikidata", source.wikidata)
            add("\(path)[\(index)].pages", source.pages)
        }
    }
}
