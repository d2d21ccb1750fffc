public import FoundationEssentials

/// A job as pure rules: from what there is to what is to be asked next, and from an answer to what there is
/// then. It keeps nothing itself, so a job that was killed goes on from its artefacts.
public protocol Recipe: Sendable {
    func next(_ artefacts: Artefacts) -> Work

    /// - Throws: the fault of the answer; the same step is then asked again, a few times.
    func read(_ answer: Answer, to step: String, _ artefacts: Artefacts) throws(Fault) -> Data
}

/// Jobs that follow from a selection, which is a job too.
public protocol Series: Sendable {
    var selection: any Recipe { get }

    func jobs(_ selected: Artefacts) -> [Job]

    /// Reasons why something that was proposed became no job.
    func turnedAway(_ selected: Artefacts) -> [Fault]
}

public struct Job: Sendable {
    /// Also of its folder: lower-case ASCII.
    public let name: String
    /// Two of one kin do not follow each other while there are others.
    public let kin: String
    public let recipe: any Recipe

    public init(name: String, kin: String, recipe: any Recipe) {
        self.name = name
        self.kin = kin
        self.recipe = recipe
    }
}

/// The next thing to be done for a job.
public enum Work: Sendable {
    case ask(step: String, Request)
    /// Follows from what there is, and is kept so that people can look at it.
    case keep(step: String, Data)
    case done([MadeFile])
    case failed(Fault)
}

public enum Request: Hashable, Sendable {
    case model(Question)
    case knowledge(KnowledgeQuery)
}

public enum Answer: Sendable {
    case model(Reply)
    case knowledge(KnowledgeAnswer)
}

/// A file that a job has made.
public struct MadeFile: Hashable, Sendable {
    /// Within the folder of all products.
    public let file: String
    public let bytes: [UInt8]
    /// For whoever reviews it; empty where nothing is odd.
    public let remarks: [String]

    public init(file: String, bytes: [UInt8], remarks: [String] = []) {
        self.file = file
        self.bytes = bytes
        self.remarks = remarks
    }
}

/// The results of a job's steps so far, by step, and the answers that were turned away.
public struct Artefacts: Sendable {
    private var values: [String: Data] = [:]
    private var rejections: [String: [Fault]] = [:]

    public init() {}

    public func has(_ step: String) -> Bool { values[step] != nil }

    public func data(_ step: String) -> Data? { values[step] }

    /// Nil where the step is yet to be done, and for anything that is not of this type.
    public func value<Value: Decodable>(_ type: Value.Type, of step: String) -> Value? {
        values[step].flatMap { try? JSONDecoder().decode(type, from: $0) }
    }

    public func rejections(of step: String) -> [Fault] { rejections[step] ?? [] }

    public mutating func keep(_ data: Data, of step: String) { values[step] = data }

    public mutating func reject(_ fault: Fault, of step: String) {
        rejections[step, default: []].append(fault)
    }

    /// Forgets answers that were turned away for what no model said: a server that was the wrong one may be another now.
    public mutating func forgetUnreadable() {
        rejections = rejections.mapValues { faults in faults.filter { !$0.isUnreadable } }
    }

    /// As every artefact is written: keys sorted and indented, so that two can be compared line by line.
    public static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("artefacts are strings, numbers and lists of them")
        }
        return data
    }
}

/// Something that a named check found.
public struct Fault: Error, Codable, Hashable, Sendable {
    /// The check's name.
    public let check: String
    /// The part that is wrong; empty for the whole.
    public let place: String
    public let sentence: String

    public init<Check: RawRepresentable<String>>(
        _ check: Check,
        at place: String = "",
        _ sentence: String
    ) {
        self.init(named: check.rawValue, at: place, sentence)
    }

    /// For a check of another list of rules.
    public init(named check: String, at place: String, _ sentence: String) {
        self.check = check
        self.place = place
        self.sentence = String(sentence.prefix(Self.maxCharacters))
    }

    private static let maxCharacters = 300

    /// True where it says nothing of a model, but of the server.
    public var isUnreadable: Bool { check == AnswerCheck.unreadable.rawValue }
}

extension Fault: CustomStringConvertible {
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "[\(check)] \(sentence)"
    }
}

/// Checks of an answer as such, before anybody looks at what it says.
public enum AnswerCheck: String, CaseIterable, Sendable {
    case empty
    case brokenJSON = "broken-json"
    case wrongForm = "wrong-form"
    case refusal
    case cutOff = "cut-off"
    case tooLong = "too-long"
    /// Not even the provider's own form.
    case unreadable
    case budget
}
