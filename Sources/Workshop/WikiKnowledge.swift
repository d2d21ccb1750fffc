import FoundationEssentials
import HTTP
public import Making
import Protocol
import WebClient

/// The port for knowledge.
public protocol KnowledgeSource: Sendable {
    func answer(_ query: KnowledgeQuery) async throws(ProviderError) -> KnowledgeAnswer
}

/// Wikidata and its wikis, by the interface that MediaWiki has (`/w/api.php`). One call at a time, as their
/// operators ask of programs.
public final class WikiKnowledge: KnowledgeSource {
    private let headers: Headers
    private let ports: @Sendable (String) throws -> WebPort
    private let open = Ports()

    private actor Ports {
        private var known: [String: WebPort] = [:]

        func port(_ host: String, _ make: (String) throws -> WebPort) throws -> WebPort {
            if let port = known[host] { return port }
            let port = try make(host)
            known[host] = port
            return port
        }
    }

    /// - Parameters:
    ///   - stand: a server that stands for all of them, each in a folder of its host's name.
    ///   - client: as the wikis' operators want to read it: who calls, and where to complain.
    public init(stand: WebBase?, client: String, _ patience: Patience) {
        headers = ["User-Agent": client, "Accept": "application/json"]
        ports = { host in
            let text = stand.map { "\($0.origin)\($0.path)/\(host)" } ?? "https://\(host)"
            guard let base = WebBase(text) else { preconditionFailure("\(text) is no address") }
            return try WebPort(base, maxAnswerBytes: Self.maxAnswerBytes, patience)
        }
    }

    /// A large item of Wikidata has some three million.
    private static let maxAnswerBytes = 8 * 1024 * 1024

    public func answer(_ query: KnowledgeQuery) async throws(ProviderError) -> KnowledgeAnswer {
        let whole = ["props": "labels|aliases|claims|sitelinks|info"]
        switch query {
        case .titled(let title):
            let entities = try await entities(
                whole.merging(["sites": "enwiki", "titles": title]) { $1 }
            )
            return .item(entities.first.flatMap { Item($0, readOn: today) })
        case .item(let id):
            let entities = try await entities(whole.merging(["ids": id]) { $1 })
            return .item(entities.first.flatMap { Item($0, readOn: today) })
        case .names(let ids):
            let entities = try await entities([
                "ids": ids.prefix(KnowledgeQuery.maxNames).joined(separator: "|"),
                "props": "labels",
            ])
            let items = entities.compactMap { Item($0, readOn: today) }
            return .names(Dictionary(items.map { ($0.id, $0.labels) }) { first, _ in first })
        case .page(let wiki, let language, let title):
            return .page(try await page(wiki, language, title))
        }
    }

    private func entities(_ query: [String: String]) async throws(ProviderError) -> [JSONValue] {
        let answer = try await call(
            "www.wikidata.org",
            query.merging(["action": "wbgetentities", "format": "json"]) { $1 }
        )
        return (answer["entities"]?.object?.members ?? []).map(\.value)
    }

    private func page(
        _ wiki: Wiki,
        _ language: String,
        _ title: String
    ) async throws(ProviderError) -> Page? {
        let host = "\(language).\(wiki.rawValue).org"
        let answer = try await call(
            host,
            [
                "action": "query", "format": "json", "formatversion": "2", "redirects": "1",
                "prop": "extracts|info", "explaintext": "1", "exsectionformat": "plain",
                "titles": title,
            ]
        )
        let page = answer["query"]?["pages"]?[0]
        guard let text = page?["extract"]?.string, let revision = page?["lastrevid"]?.int,
            let title = page?["title"]?.string
        else { return nil }
        return Page(
            wiki: wiki,
            url: "https://\(host)/wiki/"
                + Self.escaped(title.split(separator: " ").joined(separator: "_")),
            revision: Int(revision),
            text: String(text.prefix(Self.maxPageCharacters)),
            readOn: today
        )
    }

    /// Of a page; what stands further down is seldom what a place is known for.
    private static let maxPageCharacters = 12_000

    private func call(
        _ host: String,
        _ query: [String: String]
    ) async throws(ProviderError) -> JSONValue {
        let port: WebPort
        do {
            port = try await open.port(host, ports)
        } catch {
            throw .away("https://\(host)", why: "\(error)")
        }
        let text = query.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(Self.escaped($0.value))" }.joined(separator: "&")
        let body = try await port.body(of: WebCall(.get, "/w/api.php?\(text)", headers: headers))
        guard let answer = try? JSONReader.read(body), answer.object != nil else {
            throw .answer(
                Fault(AnswerCheck.unreadable, "\(host) answers with something else than JSON."),
                Cost(calls: 1)
            )
        }
        if let code = answer["error"]?["code"]?.string {
            throw .away("https://\(host)", why: "it answers \(code.prefix(Self.maxCodeCharacters))")
        }
        return answer
    }

    private static let maxCodeCharacters = 40

    private var today: String {
        Date().formatted(.iso8601.year().month().day())
    }

    /// RFC 3986 §2.3: all but what is unreserved.
    static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                escaped += byte < 16 ? "%0\(hex)" : "%\(hex)"
            }
        }
    }
}

/// Reads of Wikidata's JSON what an `Item` has, within limits.
extension Item {
    private static let maxLabels = 500
    private static let maxTextCharacters = 200
    private static let maxStatements = 1_000
    private static let aliasLanguages = ["en", "sv", "de", "fr", "es"]
    private static let maxAliases = 12
    /// Wikis whose titles are of use.
    private static let wikis = ["enwiki", "svwiki", "enwikivoyage", "svwikivoyage"]
    /// A year, as Wikidata counts precision.
    private static let yearPrecision: Int64 = 9

    fileprivate init?(_ entity: JSONValue, readOn: String) {
        guard let id = entity["id"]?.string, Self.isItem(id), entity["missing"] == nil else {
            return nil
        }
        var labels: [String: String] = [:]
        for (language, label) in (entity["labels"]?.object?.members ?? []).prefix(Self.maxLabels) {
            labels[language] = Self.text(label["value"])
        }
        var aliases: [String: [String]] = [:]
        for language in Self.aliasLanguages {
            let names = (entity["aliases"]?[language]?.array ?? []).prefix(Self.maxAliases)
            if !names.isEmpty { aliases[language] = names.compactMap { Self.text($0["value"]) } }
        }
        var links: [String: String] = [:]
        for wiki in Self.wikis {
            links[wiki] = Self.text(entity["sitelinks"]?[wiki]?["title"])
        }
        links["count"] = "\(entity["sitelinks"]?.object?.members.count ?? 0)"
        self.init(
            id: id,
            revision: Int(entity["lastrevid"]?.int ?? 0),
            labels: labels,
            aliases: aliases,
            statements: Self.statements(entity["claims"]),
            links: links,
            readOn: readOn
        )
    }

    private static func statements(_ claims: JSONValue?) -> [Statement] {
        var statements: [Statement] = []
        for (property, list) in claims?.object?.members ?? [] {
            let told = (list.array ?? []).filter { $0["rank"]?.string != "deprecated" }
            let best = told.filter { $0["rank"]?.string == "preferred" }
            for claim in best.isEmpty ? told : best {
                guard statements.count < maxStatements else { return statements }
                guard let value = value(claim["mainsnak"]?["datavalue"]) else { continue }
                statements.append(Statement(property: property, value: value))
            }
        }
        return statements
    }

    private static func value(_ data: JSONValue?) -> Value? {
        let value = data?["value"]
        switch data?["type"]?.string {
        case "wikibase-entityid":
            return value?["id"]?.string.flatMap { isItem($0) ? .item($0) : nil }
        case "string": return text(value).map { .text($0) }
        case "monolingualtext": return text(value?["text"]).map { .text($0) }
        case "quantity":
            guard let amount = text(value?["amount"]), let number = Double(amount) else {
                return nil
            }
            let unit = value?["unit"]?.string?.split(separator: "/").last.map { String($0) }
            return .quantity(
                number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)",
                unit: unit.flatMap { isItem($0) ? $0 : nil }
            )
        case "time":
            guard let time = text(value?["time"]), let precision = value?["precision"]?.int,
                precision >= yearPrecision, time.hasPrefix("+"),
                let year = Int(time.dropFirst().prefix { $0 != "-" })
            else { return nil }
            return .year(year)
        case "globecoordinate":
            guard let lat = number(value?["latitude"]), let lon = number(value?["longitude"]) else {
                return nil
            }
            return .place(lat: lat, lon: lon)
        case _: return nil
        }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        switch value {
        case .int(let number): Double(number)
        case .double(let number): number
        case _: nil
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty else { return nil }
        return String(text.prefix(maxTextCharacters))
    }

    private static func isItem(_ id: String) -> Bool {
        id.utf8.first == UInt8(ascii: "Q") && (2...12).contains(id.utf8.count)
            && id.utf8.dropFirst().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}
