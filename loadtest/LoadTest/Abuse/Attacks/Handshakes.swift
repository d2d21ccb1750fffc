import GatewayClient
import GatewayClientTransport
import OpenSSL
import Seeded

/// The visitors of a TLS port: noise, hellos of clients who leave, and whole handshakes for nothing.
final class Handshakes: Attack {
    enum Kind { case garbage, whole }

    private static let handshakeMs: Int64 = 5_000
    /// Noise may look like the beginning of something; a handshake has 5 s.
    private static let patienceMs: Int64 = 8_000

    let series: [String]
    private(set) var tally = Tally()
    private let site: Site
    private let kind: Kind
    private let context: TLSContext
    private var random = SplitMix64(seed: 1)

    init(_ site: Site, _ kind: Kind) throws(ClientFailure) {
        self.site = site
        self.kind = kind
        series =
            switch kind {
            case .garbage:
                [
                    #"gateway_connections_cut_total{reason="tls"}"#,
                    #"gateway_connections_cut_total{reason="handshake_timeout"}"#,
                ]
            case .whole: []
            }
        do throws(TLSConfigurationError) {
            context = try .client(.insecure)
        } catch { throw .unexpected("TLS can't be had: \(error)") }
    }

    func strike() throws(ClientFailure) {
        var pace = site.pace(perSecond: kind == .garbage ? 200 : 60)
        while pace.next() {
            let socket = try site.connect(pace.blows)
            switch kind {
            case .garbage:
                socket.send([0x47] + random.bytes(300))
                if socket.receiveUntilEnd(waitMs: Self.patienceMs) == nil {
                    tally.breach("noise is listened to for ever")
                } else {
                    tally.refusal()
                }
            case .whole: try shake(socket, leavesEarly: pace.blows.isMultiple(of: 2))
            }
            socket.close()
        }
        tally.blow(pace.blows)
    }

    private func shake(_ socket: RawSocket, leavesEarly: Bool) throws(ClientFailure) {
        let session: TLSSession
        do throws(TLSError) {
            socket.stopBlocking()
            session = try TLSSession(context, socket: socket.descriptor)
        } catch { throw .unexpected("\(error)") }
        let endUs = Ticks.nowUs + Self.handshakeMs * 1_000
        while Ticks.nowUs < endUs {
            switch session.handshake() {
            case .done: return
            case .wantRead, .wantWrite: socket.awaitInput(ms: 20)
            case .closed, .failed: return tally.breach("a handshake was refused")
            }
            if leavesEarly { return }
        }
        tally.breach("a handshake took too long")
    }
}
