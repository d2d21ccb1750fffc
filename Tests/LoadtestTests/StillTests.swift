import GatewayClient
import Protocol
import Testing

@testable import LoadTest

/// Tests of laws over clients that hear what the test says, on a network on which nothing else happens.
protocol StillTests {
    var network: Network { get }
}

extension StillTests {
    func client(_ role: Role, _ id: Int = 1, named player: String = "anna") -> Client {
        let player = role == .player ? PlayerID(rawValue: player) : nil
        let seat = Seat(session: "s", role: role, playerID: player, token: "t", path: "/")
        return Client(id: id, seat: seat, attention: .document, network: network)
    }

    func hear(_ text: String, by client: Client, _ referee: Referee) throws {
        try Array(text.utf8).withUnsafeBytes { bytes in
            let message = try #require(ReceivedMessage(bytes, atUs: 0))
            referee.willTake(message, by: client)
            client.received(bytes)
            referee.received(message, by: client)
        }
    }

    /// - Parameters:
    ///   - payload: as JSON.
    ///   - version: of the envelope.
    func message(
        _ type: String,
        _ payload: String,
        inReplyTo id: String = "m",
        version: Int? = nil,
        serverTimeMs: Int = 1
    ) -> String {
        let version = version.map { #""version":\#($0),"# } ?? ""
        let envelope = #""sessionId":"s","serverTimeMs":\#(serverTimeMs),"inReplyTo":"\#(id)""#
        return #"{"type":"\#(type)",\#(envelope),\#(version)"payload":\#(payload)}"#
    }
}

/// A network on which nothing happens.
final class StillWire: ClientTransport, ClientLink {
    let nowUs: Int64 = 0
    let wallMs: Int64 = 0
    let gatewayCount = 1
    let traffic = Traffic()

    func after(_ ms: Int64, _ action: @escaping () -> Void) {}
    func open(
        _ request: SocketRequest,
        at gateway: Int,
        for handler: any ClientLinkHandler
    ) -> any ClientLink { self }
    func caller(at gateway: Int) -> any RESTCaller { preconditionFailure("no REST here") }
    func send(_ text: [UInt8]) {}
    func close() {}
    func abort() {}
    func pauseReading() {}
}
