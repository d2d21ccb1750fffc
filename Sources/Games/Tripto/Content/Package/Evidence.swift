import GameState

extension RoundPackage {
    /// Something that a machine can open to see that a claim is true: a statement of Wikidata, or a page, at
    /// a revision where it has any, with what it says, in our own words.
    public struct Evidence: Codable, Hashable, Sendable {
        public var place: Place
        /// A day, as `2026-11-24`.
        public var checkedOn: String
        /// For what is true at present and may change.
        public var checkAgainOn: String?

        public enum Place: Hashable, Sendable {
            case statement(item: String, property: String, value: String)
            /// `revision` is absent of a page that keeps none, as a newspaper's.
            case page(url: String, revision: Int?, says: String)
        }

        private enum CodingKeys: CodingKey {
            case item, property, value, url, revision, says, checkedOn, checkAgainOn
        }

        init(_ place: Place, checkedOn: String, checkAgainOn: String?) {
            self.place = place
            self.checkedOn = checkedOn
            self.checkAgainOn = checkAgainOn
        }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            place =
                values.contains(.url)
                ? .page(
                    url: try values.decode(String.self, forKey: .url),
                    revision: try values.decodeIfPresent(Int.self, forKey: .revision),
                    says: try values.decode(String.self, forKey: .says)
                )
                : .statement(
                    item: try values.decode(String.self, forKey: .item),
                    property: try values.decode(String.self, forKey: .property),
                    value: try values.decode(String.self, forKey: .value)
                )
            checkedOn = try values.decode(String.self, forKey: .checkedOn)
            checkAgainOn = try values.decodeIfPresent(String.self, forKey: .checkAgainOn)
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            switch place {
            case .statement(let item, let property, let value):
                try values.encode(item, forKey: .item)
                try values.encode(property, forKey: .property)
                try values.encode(value, forKey: .value)
            case .page(let url, let revision, let says):
                try values.encode(url, forKey: .url)
                try values.encodeIfPresent(revision, forKey: .revision)
                try values.encode(says, forKey: .says)
            }
            try values.encode(checkedOn, forKey: .checkedOn)
            try values.encodeIfPresent(checkAgainOn, forKey: .checkAgainOn)
        }
    }

    /// As it is played: evidence and measured difficulty are for those who check a package, and stay in its file.
    var withoutEvidence: RoundPackage {
        var package = self
        package.measured = nil
        func strip(_ sources: inout [Source]) {
            for place in sources.indices { sources[place].evidence = [] }
        }
        for clue in package.clues.indices {
            strip(&package.clues[clue].sources)
            for variant in package.clues[clue].variants.indices {
                strip(&package.clues[clue].variants[variant].sources)
            }
        }
        for followup in package.followups.indices { strip(&package.followups[followup].sources) }
        return package
    }
}

/// Checks that evidence can be opened; one statement of Wikidata is enough for a claim, of pages it
/// takes two that do not share a domain (T-10.2-7).
extension RoundPackage.Evidence {
    var isStructured: Bool {
        switch place {
        case .statement: true
        case .page: false
        }
    }

    var page: String? {
        switch place {
        case .statement: nil
        case .page(let url, _, _): url
        }
    }

    func findings(at path: String) -> [Finding] {
        var findings: [Finding] = []
        func find(_ key: String, _ sentence: String) {
            findings.append(Finding(.evidence, at: "\(path).\(key)", sentence))
        }
        switch place {
        case .statement(let item, let property, let value):
            if !WikidataItem.isOne(item) { find("item", "\(item) is no item.") }
            if property.first != "P" || !WikidataItem.isOne("Q\(property.dropFirst())") {
                find("property", "\(property) is no property, such as P571.")
            }
            if !PackageLimits.statementCharacters.contains(value.count) {
                find("value", "The value is empty, or too long.")
            }
        case .page(let url, let revision, let says):
            if RegistrableDomain(ofPage: url)?.isSecure != true
                || !PackageLimits.pageCharacters.contains(url.count)
                || url.contains(where: \.isWhitespace)
            {
                find("url", "\(url) is no https address.")
            }
            if let revision, revision < 1 { find("revision", "\(revision) is no revision.") }
            if !PackageLimits.statementCharacters.contains(says.count) {
                find("says", "The words are empty, or too long.")
            }
        }
        for (key, day) in [("checkedOn", checkedOn), ("checkAgainOn", checkAgainOn)] {
            if let day, !Self.isDay(day) { find(key, "\(day) is no day, such as 2026-11-24.") }
        }
        return findings
    }

    /// By its bytes: a bank of a thousand packages has some thirty thousand days.
    private static func isDay(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
            return false
        }
        func number(_ places: Range<Int>) -> Int? {
            var number = 0
            for byte in bytes[places] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return number
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
            return false
        }
        return 1000...2999 ~= year && 1...12 ~= month && 1...31 ~= day
    }
}
