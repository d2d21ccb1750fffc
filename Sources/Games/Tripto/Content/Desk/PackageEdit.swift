import GameState
import Protocol

/// Changes that somebody at a desk makes to a package: other words in a text, other claims and evidence for it, one text of
/// a clue for another, lines of banter. Answers and the destination stay as they are.
struct PackageEdit {
    /// Of one request.
    private static let maxSteps = 64
    /// In UTF-8; what a text may have in characters the rules say.
    private static let maxTextBytes = 4_096
    private static let field = "changes"

    private enum Step {
        /// Nil for what is said as it is written.
        case set(TextPlace, String?)
        case found(TextPlace, TextEvidence)
        /// A clue's own text and a variant change places, each with its evidence.
        case swap(clue: Int, variant: Int)
        case removeVariant(clue: Int, variant: Int)
        case removeBanter(Int)
        case addBanter(String)
    }

    private let steps: [Step]

    /// - Throws: `bad_message` that names the field.
    init(_ object: JSONObject) throws(WireError) {
        let fields = FieldReader(object)
        try fields.refuseOthers(than: [Self.field])
        guard let changes = object[Self.field]?.array, (1...Self.maxSteps).contains(changes.count)
        else { throw fields.error(Self.field, "is a list of 1 to \(Self.maxSteps)") }
        var steps: [Step] = []
        for (place, change) in changes.enumerated() {
            steps.append(
                try Self.step(
                    change.object,
                    FieldReader(
                        change.object ?? JSONObject(),
                        prefix: "\(Self.field)[\(place)]."
                    )
                )
            )
        }
        self.steps = steps
    }

    private static func step(
        _ object: JSONObject?,
        _ fields: FieldReader
    ) throws(WireError) -> Step {
        guard let object else { throw fields.error("", "is an object") }
        try fields.refuseOthers(than: ["set", "swap", "remove", "add", "text", "evidence"])
        let verbs = ["set", "swap", "remove", "add"].filter { object[$0] != nil }
        guard verbs.count == 1, let verb = verbs.first, let path = object[verb]?.string else {
            throw fields.error("set", "or swap, remove, add: one of them names a place")
        }
        guard object["evidence"] == nil || verb == "set" && object["text"] == nil else {
            throw fields.error("evidence", "is for set, without a text")
        }
        switch verb {
        case "set" where object["evidence"] != nil:
            guard let evidence = object["evidence"]?.object, let place = TextPlace(path) else {
                throw fields.error("evidence", "is an object, for a clue, a variant or a follow-up")
            }
            return .found(place, try TextEvidence(evidence, of: place, at: path))
        case "set":
            guard let place = TextPlace(path), !place.isWhole else {
                throw fields.error(verb, "is no text that is changed here")
            }
            let text = try text(object, fields, mayBeNull: place.isSaid)
            return .set(place, text)
        case "add":
            guard path == "banter", let text = try text(object, fields, mayBeNull: false) else {
                throw fields.error(verb, "is banter")
            }
            return .addBanter(text)
        case _:
            guard object["text"] == nil else { throw fields.error("text", "is for set and add") }
            switch TextPlace(path) {
            case .clue(let clue, let variant?, nil):
                return verb == "swap"
                    ? .swap(clue: clue, variant: variant)
                    : .removeVariant(clue: clue, variant: variant)
            case .banter(let place) where verb == "remove": return .removeBanter(place)
            case .clue, .banter, .opening, .reveal, .question, nil:
                throw fields.error(verb, "is no place for this")
            }
        }
    }

    private static func text(
        _ object: JSONObject,
        _ fields: FieldReader,
        mayBeNull: Bool
    ) throws(WireError) -> String? {
        switch object["text"] {
        case .string(let text)? where text.utf8.count <= maxTextBytes: return text
        case .null? where mayBeNull: return nil
        case _:
            throw fields.error("text", "is a text of at most \(maxTextBytes) bytes")
        }
    }

    /// - Throws: `bad_message` where the package has no such place.
    func apply(to package: inout RoundPackage) throws(WireError) {
        for (number, step) in steps.enumerated() {
            guard Self.apply(step, to: &package) else {
                let field = "\(Self.field)[\(number)]"
                throw WireError(.badMessage, "\(field): there is no such place", field: field)
            }
        }
    }

    private static func apply(_ step: Step, to package: inout RoundPackage) -> Bool {
        switch step {
        case .set(let place, let text): return place.set(text, in: &package)
        case .found(let place, let evidence): return evidence.put(at: place, in: &package)
        case .swap(let clue, let variant):
            guard package.hasVariant(clue, variant) else { return false }
            let own = package.clues[clue].words
            package.clues[clue].words = package.clues[clue].variants[variant]
            package.clues[clue].variants[variant] = own
        case .removeVariant(let clue, let variant):
            guard package.hasVariant(clue, variant) else { return false }
            package.clues[clue].variants.remove(at: variant)
        case .removeBanter(let place):
            guard package.banter.indices.contains(place) else { return false }
            package.banter.remove(at: place)
        case .addBanter(let text): package.banter.append(text)
        }
        return true
    }
}

/// A place in a package that holds a text, by its path into the document.
enum TextPlace: Equatable {
    case opening(isSaid: Bool)
    case reveal(isSaid: Bool)
    /// - isSaid: nil where the path leads to the whole of a variant.
    case clue(Int, variant: Int?, isSaid: Bool?)
    /// - isSaid: nil where the path leads to the whole of a follow-up.
    case question(Int, isSaid: Bool?)
    case banter(Int)

    init?(_ path: String) {
        switch path {
        case "intro": self = .opening(isSaid: false)
        case "introSay": self = .opening(isSaid: true)
        case "revealText": self = .reveal(isSaid: false)
        case "revealSay": self = .reveal(isSaid: true)
        case _:
            guard let place = Self.inList(path) else { return nil }
            self = place
        }
    }

    private static func inList(_ path: String) -> TextPlace? {
        if let match = path.wholeMatch(of: #/banter\[([0-9]{1,2})\]/#) {
            return Int(match.output.1).map { .banter($0) }
        }
        if let match = path.wholeMatch(of: #/followups\[([0-9]{1,2})\](?:\.(q|say))?/#) {
            return Int(match.output.1).map {
                .question($0, isSaid: match.output.2.map { $0 == "say" })
            }
        }
        let clue = #/clues\[([0-9])\](?:\.variants\[([0-9])\])?(?:\.(text|say))?/#
        guard let match = path.wholeMatch(of: clue), let place = Int(match.output.1) else {
            return nil
        }
        let variant = match.output.2.flatMap { Int($0) }
        let isSaid = match.output.3.map { $0 == "say" }
        return .clue(place, variant: variant, isSaid: isSaid)
    }

    /// True for a form to be said, which need not be there.
    var isSaid: Bool {
        switch self {
        case .opening(let isSaid), .reveal(let isSaid): isSaid
        case .clue(_, _, let isSaid), .question(_, let isSaid): isSaid == true
        case .banter: false
        }
    }

    /// True where a path leads to a clue, a variant or a follow-up, and to none of its texts.
    var isWhole: Bool {
        switch self {
        case .clue(_, _, nil), .question(_, nil): true
        case .clue, .opening, .reveal, .question, .banter: false
        }
    }

    /// - Parameter text: nil for a form to be said alone.
    /// - Returns: false where the package has no such place.
    fileprivate func set(_ text: String?, in package: inout RoundPackage) -> Bool {
        switch self {
        case .opening(true): package.introSay = text
        case .opening(false): package.intro = text ?? ""
        case .reveal(true): package.revealSay = text
        case .reveal(false): package.revealText = text ?? ""
        case .clue(let clue, let variant?, let isSaid?):
            guard package.hasVariant(clue, variant) else { return false }
            package.clues[clue].variants[variant].set(text, isSaid: isSaid)
        case .clue(let clue, nil, let isSaid?):
            guard package.clues.indices.contains(clue) else { return false }
            package.clues[clue].words.set(text, isSaid: isSaid)
        case .clue(_, _, nil), .question(_, nil): return false
        case .question(let place, let isSaid?):
            guard package.followups.indices.contains(place) else { return false }
            if isSaid {
                package.followups[place].say = text
            } else {
                package.followups[place].q = text ?? ""
            }
        case .banter(let place):
            guard package.banter.indices.contains(place) else { return false }
            package.banter[place] = text ?? ""
        }
        return true
    }
}

/// The claims of a text and what they stand on, or what an answer stands on, as a file has them.
struct TextEvidence {
    private let claims: [RoundPackage.Claim]
    private let sources: [RoundPackage.Source]
    /// Nil for a follow-up's, which has no claims.
    private let verification: RoundPackage.Verification?

    /// The part of a package that is read as one.
    private struct Document: Decodable {
        let clues: [OfClue]?
        let followups: [OfFollowup]?

        struct OfClue: Decodable {
            let claims: [RoundPackage.Claim]
            let sources: [RoundPackage.Source]
            let verification: RoundPackage.Verification
        }

        struct OfFollowup: Decodable {
            let sources: [RoundPackage.Source]
        }
    }

    /// Reads it as strictly as a file.
    ///
    /// - Throws: `bad_message` that names the field by its path into the package.
    fileprivate init(
        _ object: JSONObject,
        of place: TextPlace,
        at path: String
    ) throws(WireError) {
        let list: String
        switch place {
        case .clue(_, _, nil): list = "clues"
        case .question(_, nil): list = "followups"
        case .clue, .question, .opening, .reveal, .banter:
            throw FieldReader(object).error(path, "is no clue, no variant and no follow-up")
        }
        let keys = list == "clues" ? ["claims", "sources", "verification"] : ["sources"]
        try FieldReader(object, prefix: "\(path).").refuseOthers(than: keys)
        var writer = JSONWriter()
        JSONValue.object([list: .array([.object(object)])]).write(to: &writer)
        let document: Document
        do throws(PackageReadingError) {
            document = try PackageReader.read(writer.bytes, as: Document.self)
        } catch {
            let inner = error.path.dropFirst("\(list)[0]".count)
            let error = PackageReadingError(path: path + inner, problem: error.problem)
            throw WireError(.badMessage, "\(error)", field: error.path)
        }
        let ofClue = document.clues?.first
        claims = ofClue?.claims ?? []
        sources = ofClue?.sources ?? document.followups?.first?.sources ?? []
        verification = ofClue?.verification
    }

    /// - Returns: false where the package has no such place.
    fileprivate func put(at place: TextPlace, in package: inout RoundPackage) -> Bool {
        switch place {
        case .clue(let clue, let variant?, nil):
            guard package.hasVariant(clue, variant) else { return false }
            put(in: &package.clues[clue].variants[variant])
        case .clue(let clue, nil, nil):
            guard package.clues.indices.contains(clue) else { return false }
            put(in: &package.clues[clue].words)
        case .question(let place, nil):
            guard package.followups.indices.contains(place) else { return false }
            package.followups[place].sources = sources
        case .clue, .question, .opening, .reveal, .banter: return false
        }
        return true
    }

    private func put(in words: inout RoundPackage.Variant) {
        words.claims = claims
        words.sources = sources
        if let verification { words.verification = verification }
    }
}

extension RoundPackage {
    fileprivate func hasVariant(_ clue: Int, _ variant: Int) -> Bool {
        clues.indices.contains(clue) && clues[clue].variants.indices.contains(variant)
    }
}

extension RoundPackage.Variant {
    fileprivate mutating func set(_ text: String?, isSaid: Bool) {
        if isSaid { say = text } else { self.text = text ?? "" }
    }
}
