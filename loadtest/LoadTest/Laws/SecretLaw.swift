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
    private struct Stamp {
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
    /// Secret words that are looked at in one message.
    static let maxHits = 64
    /// Texts that a bot says in a round.
    static let maxSaid = 32

    private struct Word {
        let text: String
        let folded: [UInt8]
        let what: String
        var openSince: Stamp?
    }

    private struct Suspicion {
        let word: Int
        let who: String
        let stamp: Stamp
        let breach: String
    }

    /// All of the round's; some are too short to be words.
    private var secret: [String: String] = [:]
    private var words: [Word] = []
    private var search = WordSearch([])
    private var knownSince = Stamp(version: nil, serverTimeMs: .max)
    private var suspicions: [Suspicion] = []
    /// By the label of the client.
    private var said: [String: [[UInt8]]] = [:]
    /// Moment up to which everything has been disclosed.
    private var openMoment = ""

    var law: Law { .secrecy }

    // MARK: The host's side

    /// The host's document tells the secret, and from when on it is open.
    mutating func took(_ heard: Heard, _ referee: Referee) {
        guard heard.changesDocument, heard.client.seat.role == .host else { return }
        let document = heard.client.document
        let stamp = Self.stamp(heard.message)
        let told = referee.game.secrets(in: document)
        if !told.isEmpty, told != secret { learn(told, at: stamp, referee) }
        let moment = referee.game.moment(of: document)
        guard moment != openMoment, !secret.isEmpty else { return }
        openMoment = moment
        disclose(referee.game.disclosed(document), at: stamp)
        judge(referee)
    }

    /// Another round has begun: what was not open in the last one never became it.
    private mutating func learn(_ told: [String: String], at stamp: Stamp, _ referee: Referee) {
        finish(referee)
        (secret, knownSince, openMoment) = (told, stamp, "")
        (words, said) = ([], [:])
        for (text, what) in told where text.count(where: \.isLetter) >= Self.lettersMin {
            // Written as the wire writes it, where a quotation mark has a backslash.
            let folded = WordSearch.fold(JSONValue.string(text).bytes.dropFirst().dropLast())
            guard !words.contains(where: { $0.folded == folded }) else { continue }
            words.append(Word(text: text, folded: folded, what: what))
        }
        search = WordSearch(words.map(\.folded))
    }

    /// A text may be seen by all from now on, and so may every secret word within it.
    private mutating func disclose(_ texts: [String], at stamp: Stamp) {
        let open = texts.map { WordSearch.fold($0.utf8) }
        for index in words.indices where words[index].openSince == nil {
            let word = WordSearch.fold(words[index].text.utf8)
            if open.contains(where: { $0.contains(word) }) { words[index].openSince = stamp }
        }
    }

    // MARK: Everybody else's

    /// A bot says it itself, so that it may be told of it: `me` repeats one's own answer.
    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .answer(_, let texts) = saying else { return }
        for text in texts.map({ WordSearch.fold($0.utf8) }) {
            let known = said[client.label, default: []]
            // An answer that is sent again is the same word.
            guard known.count < Self.maxSaid, !known.contains(text) else { continue }
            said[client.label, default: []].append(text)
        }
    }

    mutating func willTake(_ heard: Heard, _ referee: Referee) {
        let client = heard.client
        guard client.seat.role != .host else { return }
        look(heard.message.bytes, at: Self.stamp(heard.message), by: client.label, referee)
    }

    mutating func read(_ body: [UInt8], _ referee: Referee) {
        let stamp = Stamp(version: nil, serverTimeMs: Ticks.wallMs)
        body.withUnsafeBytes { look($0, at: stamp, by: "REST", referee) }
    }

    private mutating func look(
        _ bytes: UnsafeRawBufferPointer,
        at stamp: Stamp,
        by label: @autoclosure () -> String,
        _ referee: Referee
    ) {
        guard !words.isEmpty, !stamp.isBefore(knownSince) else { return }
        referee.check(.secrecy, by: label(), nil)
        referee.bytesSearched += bytes.count
        var hits: [(word: Int, range: Range<Int>)] = []
        search.search(bytes) { word, range in
            let isWhole = isWhole(words[word], bytes, range)
            if isWhole, hits.count < Self.maxHits { hits.append((word, range)) }
        }
        referee.wordsMet += hits.count
        for (index, range) in hits where suspicions.count < Self.maxSuspicions {
            let (word, who) = (words[index], label())
            if let since = word.openSince, !stamp.isBefore(since) { continue }
            if said[who]?.contains(where: { $0.contains(word.folded) }) == true { continue }
            let around = max(0, range.lowerBound - 80)..<min(bytes.count, range.upperBound + 40)
            let evidence = String(decoding: bytes[around], as: UTF8.self)
            let breach = "\(word.what), \"\(word.text)\", before its time in …\(evidence)…"
            suspicions.append(Suspicion(word: index, who: who, stamp: stamp, breach: breach))
        }
        if !hits.isEmpty { judge(referee) }
    }

    private func isWhole(_ word: Word, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool
    {
        guard word.folded.count <= Self.maxBoundBytes else { return true }
        return [range.lowerBound - 1, range.upperBound].allSatisfy { index in
            !bytes.indices.contains(index) || !Self.isLetter(bytes[index])
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    // MARK: Judging

    /// A suspicion stands until it is known from when on its word was open.
    private mutating func judge(_ referee: Referee) {
        suspicions = suspicions.filter { suspicion in
            guard let since = words[suspicion.word].openSince else { return true }
            let isEarly = suspicion.stamp.isBefore(since)
            if isEarly { referee.check(.secrecy, by: suspicion.who, suspicion.breach) }
            return false
        }
    }

    /// At the end: a word that is still a suspicion never became open.
    mutating func finish(_ referee: Referee) {
        for suspicion in suspicions {
            referee.check(.secrecy, by: suspicion.who, suspicion.breach)
        }
        suspicions = []
    }

    private static func stamp(_ message: ReceivedMessage) -> Stamp {
        Stamp(
            version: message.documentVersion ?? message.version,
            serverTimeMs: message.serverTimeMs ?? Ticks.wallMs
        )
    }
}
