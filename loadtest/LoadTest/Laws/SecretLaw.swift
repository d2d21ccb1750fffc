import GatewayClient
import GatewayClientTransport
import Protocol

/// Law 2: no byte of a secret reaches a player or TV before its time.
///
/// Connections have no order between them: a player may have something in hand before the host has the
/// same. So whatever is found is a suspicion, and is judged by the server's own version or time when
/// the host's connection tells from when on it was open.
struct SecretLaw: LawCheck {
    /// A point in the life of the session.
    struct Stamp: Equatable {
        var version: Int64?
        var serverTimeMs: Int64

        /// Messages of one commit may be stamped this far apart when they carry no version.
        static let toleranceMs: Int64 = 5

        func isBefore(_ other: Stamp) -> Bool {
            if let version, let theirs = other.version { return version < theirs }
            return serverTimeMs + Self.toleranceMs < other.serverTimeMs
        }
    }

    /// Shorter words stand everywhere by chance.
    static let lettersMin = 4
    /// Words up to this many bytes count only where no letter is next to them.
    static let maxBoundBytes = 6
    static let maxSuspicions = 1_000
    /// Texts that a bot says in a round.
    static let maxSaid = 32

    /// A secret as the game has it.
    struct Text: Equatable {
        let text: String
        let what: String

        init(_ text: String, _ what: String) {
            self.text = text
            self.what = what
        }
    }

    private struct Word {
        let text: String
        let folded: [UInt8]
        let what: String
        var openSince: Stamp?
    }

    private struct Suspicion {
        let word: Int
        let watcher: Int
        let stamp: Stamp
        let evidence: String
    }

    /// All of the round's; some are too short to be words.
    private var secret: [Text] = []
    private var words: [Word] = []
    private var search = WordSearch([])
    private var knownSince = Stamp(version: nil, serverTimeMs: .max)
    private var suspicions: [Suspicion] = []
    private var said: [Int: [[UInt8]]] = [:]
    /// Moment up to which everything has been disclosed.
    private var openMoment = ""
    private(set) var bytesSearched = 0
    private(set) var wordsMet = 0

    var law: Law { .secrecy }

    /// The host was told the secret of a round.
    ///
    /// - Returns: breaches of the round before, whose secrets never became open.
    mutating func learn(_ secret: [Text], at stamp: Stamp) -> Breaches {
        let left = judgeRest()
        self.secret = secret
        words = []
        for text in secret { add(text.text, text.what) }
        search = WordSearch(words.map(\.folded))
        knownSince = stamp
        said = [:]
        return left
    }

    private mutating func add(_ text: String, _ what: String) {
        // Written as the wire writes it, where a quotation mark has a backslash.
        var writer = JSONWriter()
        writer.value(text)
        let folded = WordSearch.fold(writer.bytes.dropFirst().dropLast())
        guard text.count(where: \.isLetter) >= Self.lettersMin,
            !words.contains(where: { $0.folded == folded })
        else { return }
        words.append(Word(text: text, folded: folded, what: what))
    }

    /// A text may be seen by all from now on, and so may every secret word within it.
    ///
    /// - Returns: breaches: who had it earlier.
    mutating func disclose(_ texts: [String], at stamp: Stamp) -> Breaches {
        let open = texts.map { WordSearch.fold($0.utf8) }
        for index in words.indices where words[index].openSince == nil {
            let word = WordSearch.fold(words[index].text.utf8)
            if open.contains(where: { $0.contains(word) }) { words[index].openSince = stamp }
        }
        return judge()
    }

    /// A bot says it itself, so that it may be told of it: `me` repeats one's own answer.
    mutating func saying(_ text: String, by watcher: Int) {
        let folded = WordSearch.fold(text.utf8)
        let known = said[watcher, default: []]
        // An answer that is sent again is the same word.
        guard known.count < Self.maxSaid, !known.contains(folded) else { return }
        said[watcher, default: []].append(folded)
    }

    /// Bytes reached a player or TV.
    mutating func look(
        _ bytes: UnsafeRawBufferPointer,
        at stamp: Stamp,
        by watcher: Int
    ) -> Breaches {
        guard !words.isEmpty, !stamp.isBefore(knownSince) else { return [] }
        bytesSearched += bytes.count
        var hits: [(word: Int, range: Range<Int>)] = []
        search.search(bytes) { word, range in
            if hits.count < 64, isWhole(words[word], bytes, range) { hits.append((word, range)) }
        }
        guard !hits.isEmpty else { return [] }
        wordsMet += hits.count
        for (word, range) in hits {
            if let since = words[word].openSince, !stamp.isBefore(since) { continue }
            let folded = words[word].folded
            if said[watcher]?.contains(where: { $0.contains(folded) }) == true { continue }
            guard suspicions.count < Self.maxSuspicions else { break }
            let around = max(0, range.lowerBound - 80)..<min(bytes.count, range.upperBound + 40)
            let evidence = String(decoding: bytes[around], as: UTF8.self)
            suspicions.append(
                Suspicion(word: word, watcher: watcher, stamp: stamp, evidence: evidence)
            )
        }
        return judge()
    }

    /// At the end: a word that is still a suspicion never became open.
    mutating func judgeRest() -> Breaches {
        let rest = suspicions
        suspicions = []
        return rest.map { ($0.watcher, describe($0)) }
    }

    private mutating func judge() -> Breaches {
        var breaches: Breaches = []
        var open: [Suspicion] = []
        for suspicion in suspicions {
            if let since = words[suspicion.word].openSince {
                guard suspicion.stamp.isBefore(since) else { continue }
                breaches.append((suspicion.watcher, describe(suspicion)))
            } else {
                open.append(suspicion)
            }
        }
        suspicions = open
        return breaches
    }

    private func describe(_ suspicion: Suspicion) -> String {
        let word = words[suspicion.word]
        return "\(word.what), \"\(word.text)\", before its time in …\(suspicion.evidence)…"
    }

    private func isWhole(_ word: Word, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool
    {
        guard word.folded.count <= Self.maxBoundBytes else { return true }
        let isFree = { (index: Int) in
            !bytes.indices.contains(index) || !Self.isLetter(bytes[index])
        }
        return isFree(range.lowerBound - 1) && isFree(range.upperBound)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }
}

extension SecretLaw {
    mutating func willTake(_ heard: Heard, _ referee: Referee) {
        let client = heard.client
        guard client.seat.role != .host, !secret.isEmpty else { return }
        let found = look(heard.message.bytes, at: Self.stamp(heard.message), by: client.id)
        if found.isEmpty { referee.check(.secrecy, by: client.label, nil) }
        referee.report(.secrecy, found)
        referee.bytesSearched = bytesSearched
        referee.wordsMet = wordsMet
    }

    /// The host's document tells the secret, and from when on it is open.
    mutating func took(_ heard: Heard, _ referee: Referee) {
        guard heard.changesDocument, heard.client.seat.role == .host else { return }
        let document = heard.client.document
        let stamp = Self.stamp(heard.message)
        let new = referee.game.secrets(in: document)
        if !new.isEmpty, new != secret {
            openMoment = ""
            referee.report(.secrecy, learn(new, at: stamp))
        }
        let moment = referee.game.moment(of: document)
        guard moment != openMoment, !secret.isEmpty else { return }
        openMoment = moment
        referee.report(.secrecy, disclose(referee.game.disclosed(document), at: stamp))
    }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .answer(_, let texts) = saying else { return }
        for text in texts { self.saying(text, by: client.id) }
    }

    mutating func read(_ body: [UInt8], _ referee: Referee) {
        let stamp = Stamp(version: nil, serverTimeMs: Ticks.wallMs)
        body.withUnsafeBytes { referee.report(.secrecy, look($0, at: stamp, by: -1)) }
    }

    mutating func finish(_ referee: Referee) {
        referee.report(.secrecy, judgeRest())
    }

    private static func stamp(_ message: ReceivedMessage) -> Stamp {
        Stamp(
            version: message.documentVersion ?? message.version,
            serverTimeMs: message.serverTimeMs ?? Ticks.wallMs
        )
    }
}
