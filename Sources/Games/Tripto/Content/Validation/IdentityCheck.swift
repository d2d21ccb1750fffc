import GameState

/// Checks the package's identity.
enum IdentityCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        let destination = package.destination
        var findings: [Finding] = []
        if package.id != "\(destination.id).\(package.locale)" {
            findings.append(
                Finding(.packageID, at: "id", "\(package.id) is not <destination.id>.<locale>.")
            )
        }
        if !isDestinationID(destination.id) {
            findings.append(
                Finding(
                    .destinationID,
                    at: "destination.id",
                    "\(destination.id) is not lower-case ASCII words joined by hyphens."
                )
            )
        }
        if PackageLocale(rawValue: package.locale) == nil {
            findings.append(Finding(.locale, at: "locale", "\(package.locale) is not sv or en."))
        }
        if Continent(ofRegion: destination.region) == nil {
            findings.append(
                Finding(
                    .region,
                    at: "destination.region",
                    "\(destination.region) lies on no continent known here."
                )
            )
        }
        if !(-90...90 ~= destination.lat) {
            findings.append(
                Finding(.coordinates, at: "destination.lat", "\(destination.lat)° is no latitude.")
            )
        }
        if !(-180...180 ~= destination.lon) {
            findings.append(
                Finding(.coordinates, at: "destination.lon", "\(destination.lon)° is no longitude.")
            )
        }
        if !WikidataItem.isOne(destination.wikidata) {
            findings.append(.noItem(destination.wikidata, at: "destination.wikidata"))
        }
        return findings + aliasFindings(in: destination) + themeFindings(in: package)
    }

    private static func aliasFindings(in destination: RoundPackage.Destination) -> [Finding] {
        var seen: Set<FoldedWords> = []
        return destination.aliases.enumerated().compactMap { index, alias in
            let path = "destination.aliases[\(index)]"
            let folded = FoldedWords(alias)
            if folded.isEmpty { return Finding(.alias, at: path, "The alias names nothing.") }
            if !seen.insert(folded).inserted {
                return Finding(.alias, at: path, "\(alias) stands there already, when folded.")
            }
            return nil
        }
    }

    private static func themeFindings(in package: RoundPackage) -> [Finding] {
        var seen: Set<FoldedWords> = []
        let none =
            package.themes.isEmpty
            ? [Finding(.theme, at: "themes", "Without themes no host's wish finds the package.")]
            : []
        return none
            + package.themes.enumerated().compactMap { index, theme in
                let folded = FoldedWords(theme)
                guard folded.isEmpty || !seen.insert(folded).inserted else { return nil }
                return Finding(
                    .theme,
                    at: "themes[\(index)]",
                    "The theme is empty, or stands there already."
                )
            }
    }

    private static func isDestinationID(_ id: String) -> Bool {
        let parts = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy {
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                }
        }
    }
}

/// An item of Wikidata by its name: Q and a number without leading zeros.
enum WikidataItem {
    static func isOne(_ id: String) -> Bool {
        let digits = id.utf8.dropFirst()
        return id.utf8.first == UInt8(ascii: "Q")
            && 1...12 ~= digits.count
            && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}

extension Finding {
    static func noItem(_ id: String, at path: String) -> Finding {
        Finding(.wikidataID, at: path, "\(id) is no Wikidata item, such as Q34600.")
    }
}
