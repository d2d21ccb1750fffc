import GatewayClient
import GatewayClientTransport
import Glibc
import HTTP
import Protocol

/// The scene of an attack: the gateway, addresses to come from, and time.
final class Site {
    let target: Target
    let process: GatewayProcess
    let isShort: Bool
    /// The length of one round of an attack.
    let seconds: Double
    /// The second byte of all addresses of this attack, so that no limit by address is shared.
    private let net: Int
    private var parties = 0

    init(_ target: Target, _ process: GatewayProcess, isShort: Bool, net: Int) {
        self.target = target
        self.process = process
        self.isShort = isShort
        self.net = net
        seconds = isShort ? 1.2 : 5
    }

    /// One of many own addresses in 127.0.0.0/8.
    func source(_ number: Int) -> String {
        "127.\(net).\(number / 250 % 250).\(number % 250 + 1)"
    }

    func pace(perSecond: Int) -> Pace { Pace(perSecond: perSecond, seconds: seconds) }

    func connect(_ number: Int = 0, receiveBytes: Int32? = nil) throws(ClientFailure) -> RawSocket {
        try RawSocket(to: target, from: source(number), receiveBytes: receiveBytes)
    }

    func upgrade(
        _ number: Int = 0,
        session: String = "0000000000000000",
        deflates: Bool = false,
        receiveBytes: Int32? = nil
    ) throws(ClientFailure) -> RawWebSocket {
        try RawWebSocket(
            connect(number, receiveBytes: receiveBytes),
            to: target,
            session: session,
            deflates: deflates
        )
    }

    /// A REST call from one of those addresses.
    func call(
        _ method: HTTP.Method,
        _ path: String,
        bearer: String? = nil,
        body: JSONValue? = nil,
        from number: Int = 0
    ) throws(ClientFailure) -> RESTCall.Answer {
        try RESTCall(method, path, bearer: bearer, body: body)
            .ask(target, from: source(number))
    }

    /// Opens a session of the attackers' own and lets players join it.
    func openParty(players: Int) throws(ClientFailure) -> AttackedParty {
        parties += 1
        return try AttackedParty(self, players: players, from: 50_000 + parties)
    }

    /// - Returns: whether it came to be in time.
    func wait(seconds: Double, until isSo: () -> Bool) -> Bool {
        let endUs = Ticks.nowUs + Int64(seconds * 1_000_000)
        while !isSo() {
            guard Ticks.nowUs < endUs else { return false }
            usleep(20_000)
        }
        return true
    }
}
