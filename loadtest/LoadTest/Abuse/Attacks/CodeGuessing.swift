import HTTP
import Protocol

/// Somebody guesses join codes from the address that 30 guests of a party share: whoever has the link of
/// the QR gets in all the same.
final class CodeGuessing: Attack {
    private static let guests = 30
    private static let perSecond = 60
    private static let allowedGuesses = 10

    let series = [
        #"gateway_http_calls_refused_total{status="404"}"#,
        #"gateway_http_calls_refused_total{status="429"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    /// Each round's address is one that nobody has used.
    private var rounds = 0

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(RunFailure) {
        rounds += 1
        let address = 1_000 + rounds
        let party = try site.openParty(players: 1)
        defer { try? party.end() }
        var pace = site.pace(perSecond: Self.perSecond)
        var wrong = 0
        var guests = 0
        while pace.next() || guests < Self.guests {
            let guess = try enter("22222\(Self.letters[pace.blows % Self.letters.count])", address)
            if guess.status == 404 { wrong += 1 }
            if guess.status == 429, guess.retryAfter == nil { tally.breach("no Retry-After") }
            tally.answered(guess.status, wanted: [404, 429])
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
        tally.blow(pace.blows)
        // One comes back every six seconds.
        let most = Self.allowedGuesses + Int(site.seconds / 6) + 2
        if !(Self.allowedGuesses...most).contains(wrong) {
            tally.breach("\(wrong) guesses were answered, not \(Self.allowedGuesses)")
        }
        // The contract counts wrong codes by address: the right one waits there, and nowhere else.
        let elsewhere = try enter(party.session.joinCode, address + 100)
        if elsewhere.status != 200 { tally.breach("the right code gave \(elsewhere.status)") }
        let here = try enter(party.session.joinCode, address)
        if here.status != 429, here.status != 200 {
            tally.breach("the right code gave \(here.status) beside the guesser")
        }
    }

    private static let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")

    private func enter(_ code: String, _ address: Int) throws(RunFailure) -> Site.Answer {
        try site.call(.post, "/v1/join", body: .object(["joinCode": .string(code)]), from: address)
    }

    func settle() throws(RunFailure) {}
}
