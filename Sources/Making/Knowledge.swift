/// A question to sources that can be opened again: Wikidata and the wikis beside it.
public enum KnowledgeQuery: Hashable, Sendable {
    /// The item whose English Wikipedia article has this title.
    case titled(String)
    case item(String)
    /// Names alone, of up to `maxNames` items.
    case names([String])
    case page(Wiki, language: String, title: String)

    /// In one call (the server's own limit).
    public static let maxNames = 50
}

public enum KnowledgeAnswer: Hashable, Sendable {
    /// Nil: there is none.
    case item(Item?)
    case names([String: [String: String]])
    case page(Page?)
}

/// Wikis whose texts count, by the domain that they lie on.
public enum Wiki: String, Codable, CaseIterable, Sendable {
    case wikipedia, wikivoyage
}

/// An item of Wikidata, as far as anything is made of it.
public struct Item: Codable, Hashable, Sendable {
    public var id: String
    public var revision: Int
    /// By language.
    public var labels: [String: String]
    public var aliases: [String: [String]]
    public var statements: [Statement]
    /// Titles by wiki, such as `enwiki`.
    public var links: [String: String]
    /// The day it was read, as `2026-11-24`.
    public var readOn: String

    public struct Statement: Codable, Hashable, Sendable {
        public var property: String
        public var value: Value

        public init(property: String, value: Value) {
            self.property = property
            self.value = value
        }
    }

    public enum Value: Codable, Hashable, Sendable {
        case item(String)
        case text(String)
        /// A number without a unit, or with an item for one.
        case quantity(String, unit: String?)
        case year(Int)
        case place(lat: Double, lon: Double)
    }

    public init(
        id: String,
        revision: Int,
        labels: [String: String],
        aliases: [String: [String]],
        statements: [Statement],
        links: [String: String],
        readOn: String
    ) {
        self.id = id
        self.revision = revision
        self.labels = labels
        self.aliases = aliases
        self.statements = statements
        self.links = links
        self.readOn = readOn
    }

    /// Items that a property has for values.
    public func items(_ property: String) -> [String] {
        statements.compactMap { statement in
            guard statement.property == property, case .item(let id) = statement.value else {
                return nil
            }
            return id
        }
    }
}

/// A page's plain text at one revision.
public struct Page: Codable, Hashable, Sendable {
    public var wiki: Wiki
    public var url: String
    public var revision: Int
    public var text: String
    /// The day it was read, as `2026-11-24`.
    public var readOn: String

    public init(wiki: Wiki, url: String, revision: Int, text: String, readOn: String) {
        self.wiki = wiki
        self.url = url
        self.revision = revision
        self.text = text
        self.readOn = readOn
    }
}
