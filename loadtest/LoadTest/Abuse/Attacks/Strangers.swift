import GatewayClient
import GatewayClientTransport
import OpenSSL
import Protocol
import Seeded

/// Those who were not invited: with tokens and codes of their own making, and visitors of a TLS port.
enum Strangers {
    /// The claims of a host, for an algorithm that signs nothing.
    private static let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJyb2xlIjoiSE9TVCJ9."

    /// Over HELLO, and over REST.
    static let wrongTokens = Attack(
        "wrong-tokens",
        "forged tokens by the thousand",
        players: 1,
        counted: .errors("unauthorized") + [#"gateway_http_calls_refused_total{status="401"}"#]
    ) { (site, party) throws(ClientFailure) in
        for blow in site.blows(perSecond: 150) {
            // A true one with another end, one without a signature, and none at all.
            let token =
                switch blow % 4 {
                case 0: unsigned
                case 1: "\(party.tokens[0].dropLast(4))AAA\(blow % 10)"
                case 2: String(repeating: "a.", count: 100)
                case _: "token-\(blow)"
                }
            if blow.isMultiple(of: 3) {
                let answer = try party.join(as: "Mallory", with: token, from: blow)
                site.tally.answered(answer.status, wanted: 401)
            } else {
                let socket = try site.upgrade(blow, session: party.session.id)
                socket.hello("PLAYER", token: token)
                site.awaitClose(of: socket, wanted: 4401)
            }
        }
    }

    private static let guests = 30
    /// Of a minute, from one address.
    private static let freeGuesses = 10
    /// The connections that may come and go beside the attack.
    private static let witnessDescriptors = 4
    /// The wait of the last in a full line.
    private static let lineSeconds = 60.0
    private static let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")

    /// The party's guests share the guesser's address: those who have the link of the QR get in all the
    /// same, and so does the right code.
    static let codeGuessing = Attack(
        "code-guessing",
        "join codes guessed beside 30 guests of the same address",
        counted: [#"gateway_http_calls_refused_total{status="404"}"#]
    ) { (site) throws(ClientFailure) in
        let before = site.process.descriptorCount
        let party = try site.openParty(players: 1)
        // Nobody has used this round's addresses.
        let address = 1_000 + site.parties
        defer { try? party.end() }
        for _ in 1...freeGuesses {
            site.tally.answered(try site.ask(enter("222222"), from: address).status, wanted: 404)
        }
        var pace = site.pace(perSecond: 60)
        var seated = 0
        // Those that wait for their turn.
        var waiting: [RawSocket] = []
        while pace.next() != nil || seated < guests {
            let letter = letters[pace.blows % letters.count]
            waiting.append(try site.say(enter("22222\(letter)"), from: address))
            guard seated < guests else { continue }
            seated += 1
            let guest = try party.join(as: "Guest \(seated)", from: address)
            if guest.status != 201 {
                site.tally.breach("guest \(seated) was answered \(guest.status)")
            }
        }
        site.tally.blow(pace.blows + freeGuesses)
        try tryRightCode(party.session.joinCode, beside: address, &waiting, site)
        // A client that goes away while it waits is let go when its turn comes.
        waiting = []
        let isOver = Pace.wait(seconds: lineSeconds + 10) {
            site.process.descriptorCount <= before + witnessDescriptors
        }
        if !isOver { site.tally.breach("who waited in line and went is kept") }
    }

    private static func enter(_ code: String) -> RESTRequest {
        RESTRequest(.post, "/v1/join", body: .object(["joinCode": .string(code)]))
    }

    /// Elsewhere it is let in at once, beside somebody who has only used up the free guesses after its turn,
    /// and beside the guesser it is told when to come again, as the line is full.
    private static func tryRightCode(
        _ code: String,
        beside address: Int,
        _ waiting: inout [RawSocket],
        _ site: Site
    ) throws(ClientFailure) {
        let elsewhere = try site.ask(enter(code), from: address + 100).status
        if elsewhere != 200 { site.tally.breach("the right code gave \(elsewhere)") }
        for _ in 1...freeGuesses {
            let status = try site.ask(enter("222222"), from: address + 200).status
            site.tally.answered(status, wanted: 404)
        }
        let late = try site.ask(enter(code), from: address + 200).status
        if late != 200 { site.tally.breach("the right code gave \(late) after its turn") }
        // In a short round all but the last still wait: it would be its turn in a minute.
        guard waiting.count > 2 * guests else { return }
        // Those whose turn has come meanwhile have left the line: it is full again first.
        for letter in letters.prefix(freeGuesses) {
            waiting.append(try site.say(enter("22223\(letter)"), from: address))
        }
        let here = try site.ask(enter(code), from: address)
        if here.status != 429 || here.retryAfter == nil {
            site.tally.breach("the right code gave \(here.status) beside a full line")
        }
    }

    /// Noise may look like the beginning of something; a handshake has 5 s.
    private static let noiseMs: Int64 = 8_000

    static let tlsGarbage = Attack(
        "tls-garbage",
        "noise on a TLS port (needs TLS)",
        on: .tls,
        counted: .cuts("tls", "handshake_timeout")
    ) { (site) throws(ClientFailure) in
        for blow in site.blows(perSecond: 200) {
            let socket = try site.connect(blow)
            socket.send([0x47] + site.random.bytes(300))
            if socket.receiveUntilEnd(waitMs: noiseMs) == nil {
                site.tally.breach("noise is listened to for ever")
            } else {
                site.tally.refusal()
            }
        }
    }

    private static let handshakeMs: Int64 = 5_000

    static let tlsHandshakes = Attack(
        "tls-handshakes",
        "handshakes for nothing, half and whole (needs TLS)",
        on: .tls
    ) { (site) throws(ClientFailure) in
        let context = try TLSContext.client(trustsAnyCertificate: true, resumes: false)
        for blow in site.blows(perSecond: 60) {
            let socket = try site.connect(blow)
            let fault = try shake(socket, context, leavesEarly: blow.isMultiple(of: 2))
            if let fault { site.tally.breach(fault) }
            socket.close()
        }
    }

    private static func shake(_ socket: RawSocket, _ context: TLSContext, leavesEarly: Bool)
        throws(ClientFailure) -> String?
    {
        let session: TLSSession
        do throws(TLSError) {
            session = try TLSSession(context, socket: socket.descriptor)
        } catch { throw .unexpected("\(error)") }
        let endUs = Ticks.nowUs + handshakeMs * 1_000
        while Ticks.nowUs < endUs {
            switch session.handshake() {
            case .done: return nil
            case .wantRead, .wantWrite: socket.wait(ms: 20)
            case .closed, .failed: return "a handshake was refused"
            }
            if leavesEarly { return nil }
        }
        return "a handshake took too long"
    }
}
