import GatewayClient
import GatewayClientTransport

/// Players who take in nothing while the host changes what all see: some wait until they are dropped,
/// the others go on asking for snapshots.
final class NeverReading: Attack {
    private static let sloths = 10
    /// As little as the kernel lets a receiver have.
    private static let receiveBytes: Int32 = 2_048
    /// Nothing is taken for 20 s, which is looked at once a second; before that buffers must fill.
    private static let patienceSeconds = 60.0

    /// Bytes that the waiting have asked for: more than the kernel takes, less than the backlog holds.
    private static let askedBytes = 250 * 1_024

    let series = [
        #"gateway_connections_cut_total{reason="stalled"}"#,
        #"gateway_connections_cut_total{reason="overflow"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    private let party: AttackedParty
    private var sockets: [RawWebSocket] = []

    init(_ site: Site) throws(ClientFailure) {
        self.site = site
        party = try site.openParty(players: Self.sloths + 1)
    }

    func strike() throws(ClientFailure) {
        let host = try party.seatHost()
        host.say("HOST_START_GAME")
        let reader = try party.seat(Self.sloths)
        guard case .message(let snapshot) = reader.next(waitMs: 5_000) else {
            throw .tookTooLong("a snapshot")
        }
        let asks = Self.askedBytes / snapshot.utf8.count
        for index in 0..<Self.sloths {
            sockets.append(try party.seat(index, receiveBytes: Self.receiveBytes))
        }
        let ask = RawWebSocket.message("RESUME_SESSION", #"{"deviceId":"abuse"}"#)
        let endUs = Ticks.nowUs + Int64(Self.patienceSeconds * 1_000_000)
        var pace = Pace(perSecond: 15, seconds: Self.patienceSeconds)
        var open = Array(sockets.indices)
        while pace.next(), !open.isEmpty, Ticks.nowUs < endUs {
            open.removeAll { index in
                let isPatient = index.isMultiple(of: 2) && pace.blows > asks
                // A pong costs nothing, and tells whether the connection is still there.
                let words = isPatient ? RawWebSocket.frame(.pong) : ask
                return sockets[index].socket.trySend(words[...]) == nil
            }
            if pace.blows.isMultiple(of: 2) {
                host.say(pace.blows.isMultiple(of: 4) ? "HOST_RESUME" : "HOST_PAUSE")
            }
            while case .message = host.next(waitMs: 0) {}
            // One who reads hears of every change, whatever the others do.
            while case .message = reader.next(waitMs: 0) {}
        }
        tally.blow(pace.blows * Self.sloths)
        tally.refusal(Self.sloths - open.count)
        if !open.isEmpty { tally.breach("\(open.count) who never read are not cut off") }
        reader.say("TIME_PING", #"{"t0":1}"#)
        try reader.awaitMessage("TIME_PONG")
        host.socket.close()
        reader.socket.close()
    }

    func settle() throws(ClientFailure) {
        sockets.forEach { $0.socket.close() }
        sockets = []
    }
}
