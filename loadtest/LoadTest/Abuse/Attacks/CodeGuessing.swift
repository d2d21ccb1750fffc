import GatewayClient
import HTTP
import Protocol

/// Somebody guesses join codes from the address that 30 guests of a party share: whoever has the link of
/// the QR gets in all the same, and so does the right code.
final class CodeGuessing: Attack {
    private static let guests = 30
    private static let perSecond = 60
    /// Of a minute, from one address.
    private static let freeGuesses = 10
    /// The connections that may come and go beside the attack.
    private static let witnessDescriptors = 4
    /// The wait of the last in a full line.
    private static let lineSeconds = 60.0

    let series = [#"gateway_http_calls_refused_total{status="404"}"#]
    private(set) var tally = Tally()
    private let site: Site
    /// Each round's addresses are some that nobody has used.
    private var rounds = 0
    /// Those that wait for their turn.
    private var waiting: [RawSocket] = []
    /// Descriptors of the gateway before anybody waited.
    private var before = Int.max

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(ClientFailure) {
        rounds += 1
        before = min(before, site.process.descriptorCount)
        let address = 1_000 + rounds
        let party = try site.openParty(players: 1)
        defer { try? party.end() }
        for _ in 1...Self.freeGuesses {
            tally.answered(try enter("222222", address).status, wanted: [404])
        }
        var pace = site.pace(perSecond: Self.perSecond)
        var guests = 0
        while pace.next() || guests < Self.guests {
            let letter = Self.letters[pace.blows % Self.letters.count]
            try guess("22222\(letter)", from: address)
            guard guests < Self.guests else { continue }
            guests += 1
            let guest = try AttackedParty.join(
                site,
                party.session,
                name: "Guest \(guests)",
                from: address
            )
            if guest.status != 201 { tally.breach("guest \(guests) was answered \(guest.status)") }
        }
        tally.blow(pace.blows + Self.freeGuesses)
        try tryRightCode(party.session.joinCode, beside: address)
    }

    /// Elsewhere it is let in at once, beside somebody who has only used up the free guesses after its turn,
    /// and beside the guesser it is told when to come again, as the line is full.
    private func tryRightCode(_ code: String, beside address: Int) throws(ClientFailure) {
        let elsewhere = try enter(code, address + 100)
        if elsewhere.status != 200 { tally.breach("the right code gave \(elsewhere.status)") }
        for _ in 1...Self.freeGuesses {
            tally.answered(try enter("222222", address + 200).status, wanted: [404])
        }
        let late = try enter(code, address + 200)
        if late.status != 200 { tally.breach("the right code gave \(late.status) after its turn") }
        // In a short round all but the last still wait: it would be its turn in a minute.
        guard waiting.count > 2 * Self.guests else { return }
        // Those whose turn has come meanwhile have left the line: it is full again first.
        for letter in Self.letters.prefix(Self.freeGuesses) {
            try guess("22223\(letter)", from: address)
        }
        let here = try enter(code, address)
        if here.status != 429 || here.retryAfter == nil {
            tally.breach("the right code gave \(here.status) beside a full line")
        }
    }

    private static let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")

    /// Asks, and does not stay for the answer.
    private func guess(_ code: String, from address: Int) throws(ClientFailure) {
        let guess = try site.connect(address)
        guess.send(request(code))
        waiting.append(guess)
    }

    private func request(_ code: String) -> [UInt8] {
        let body = #"{"joinCode":"\#(code)"}"#
        let head = "POST /v1/join HTTP/1.1\r\nHost: \(site.target.authority)\r\n"
        return Array((head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8)
    }

    private func enter(_ code: String, _ address: Int) throws(ClientFailure) -> RESTCall.Answer {
        try site.call(.post, "/v1/join", body: .object(["joinCode": .string(code)]), from: address)
    }

    /// A client that goes away while it waits is let go when its turn comes.
    func settle() throws(ClientFailure) {
        waiting = []
        let isOver = site.wait(seconds: Self.lineSeconds + 10) {
            site.process.descriptorCount <= before + Self.witnessDescriptors
        }
        if !isOver { tally.breach("who waited in line and went is kept") }
    }
}
