import ExampleGame
import Foundation
import Protocol
import Seeded
import Testing

@testable import GameState

/// Everybody has a face, and nobody the same as long as there are enough.
@Suite struct AvatarTests {
    private static let pairs = Avatar.figures * Avatar.colours

    /// A lobby of many, and what each of them wished for.
    private func lobby(_ wishes: [Avatar?]) throws -> Lobby {
        var lobby = try Gathering<Quiz>(players: 1).game.lobby
        _ = lobby.leave(.guest(1))
        for (number, wish) in wishes.enumerated() {
            _ = try lobby.join(
                .guest(number),
                name: try PlayerName("Guest \(number)"),
                avatar: lobby.avatar(wished: wish),
                maxPlayers: 500,
                at: ServerTime(ms: 1)
            )
        }
        return lobby
    }

    private func avatar(_ figure: Int, _ colour: Int) throws -> Avatar {
        try #require(Avatar(figure: figure, colour: colour))
    }

    @Test func `all pairs are there once, and none beyond`() {
        #expect(Set(Avatar.all).count == Self.pairs && Avatar.all.count == Self.pairs)
        for (figure, colour) in [(-1, 0), (0, -1), (Avatar.figures, 0), (0, Avatar.colours)] {
            #expect(Avatar(figure: figure, colour: colour) == nil)
        }
    }

    @Test func `the first dozen differ in figure and in colour`() throws {
        let faces = try lobby(Array(repeating: nil, count: 12)).players.map(\.avatar)
        #expect(Set(faces.map(\.figure)).count == 12)
        #expect(Set(faces.map(\.colour)).count == 12)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `no two share an avatar while there are enough, whatever they wish for`(seed: UInt64)
        throws
    {
        var dice = SplitMix64(seed: seed)
        let wishes = (0..<Self.pairs).map { _ -> Avatar? in
            // Of few, so that they are taken soon; of all, and none.
            switch dice.next(below: 3) {
            case 0: nil
            case 1: Avatar.all[dice.next(below: 5)]
            case _: Avatar.all[dice.next(below: Self.pairs)]
            }
        }
        let faces = try lobby(wishes).players.map(\.avatar)
        #expect(Set(faces).count == Self.pairs)
        // Beyond that they are shared evenly.
        let crowd = try lobby(wishes + wishes).players.map(\.avatar)
        #expect(Dictionary(grouping: crowd) { $0 }.values.allSatisfy { $0.count == 2 })
    }

    @Test func `a wish is granted, and where somebody has it the figure is`() throws {
        let wish = try avatar(7, 3)
        let faces = try lobby([nil, wish, wish, wish]).players.map(\.avatar)
        #expect(faces[1] == wish)
        #expect(faces[2...].allSatisfy { $0.figure == 7 && $0 != wish })
        let full = try lobby(Array(repeating: wish, count: Avatar.colours + 1)).players
        #expect(full.dropLast().allSatisfy { $0.avatar.figure == 7 })
        #expect(full.last?.avatar.figure != 7)
    }

    @Test mutating func `the avatar of somebody who left is free again`() throws {
        var party = try Gathering<Quiz>(players: 2)
        let wish = try #require(party.game.lobby.player(.guest(1))?.avatar)
        party.give(.command(.kit(.leave), from: .player(.guest(1))))
        party.give(.join(.guest(3), name: try PlayerName("Cleo"), avatar: wish))
        #expect(party.game.lobby.player(.guest(3))?.avatar == wish)
    }

    @Test func `everybody sees it, from the moment of joining`() throws {
        var party = try Gathering<Quiz>(players: 1)
        party.give(.join(.guest(2), name: try PlayerName("Bo"), avatar: try avatar(4, 9)))
        #expect(party.told() == ["PLAYER_JOINED", "LOBBY_UPDATED"])
        for viewer in [Viewer.host, .tv, .player(.guest(1))] {
            let shown = try party.document(of: viewer)["players"]?[1]?["avatar"]
            #expect(shown?["figure"] == 4 && shown?["colour"] == 9)
        }
    }

    @Test func `a session of older rules keeps none, and shows always the same`() throws {
        let older = RulesVersion(rawValue: RulesVersion.seventh.rawValue - 1)
        var party = try Gathering<Quiz>(players: 0, rules: older)
        party.give(.join(.guest(1), name: try PlayerName("Alva"), avatar: try avatar(4, 9)))
        let player = try #require(party.game.lobby.player(.guest(1)))
        #expect(player.ownAvatar == nil && player.avatar == Avatar(of: .guest(1)))
        // The same in every process, on every gateway.
        #expect(Avatar(of: PlayerID(rawValue: "anna")) == Avatar.all[123])
        let stored = String(decoding: try JSONEncoder().encode(player), as: UTF8.self)
        #expect(!stored.lowercased().contains("avatar"))
    }

    @Test func `what is stored is read again, and nothing out of bounds`() throws {
        let coder = (JSONEncoder(), JSONDecoder())
        for face in Avatar.all {
            let stored = try coder.0.encode(face)
            #expect(try coder.1.decode(Avatar.self, from: stored) == face)
        }
        for wrong in [#"{"figure":12,"colour":0}"#, #"{"figure":0,"colour":-1}"#, #"{"figure":1}"#]
        {
            #expect(throws: DecodingError.self) {
                try coder.1.decode(Avatar.self, from: Data(wrong.utf8))
            }
        }
    }

    @Test func `an input of an older journal has none`() throws {
        let stored = #"{"join":{"_0":"p1","name":"Alva"}}"#
        let input = try JSONDecoder().decode(Input<Quiz>.self, from: Data(stored.utf8))
        let alva = Input<Quiz>.join(PlayerID(rawValue: "p1"), name: try PlayerName("Alva"))
        #expect(input == alva)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(alva), as: UTF8.self) == stored)
    }

    @Test(
        arguments: [
            (#"{"avatar":{"figure":0,"colour":11}}"#, nil), ("{}", nil),
            (#"{"avatar":{"figure":12,"colour":0}}"#, "avatar.figure"),
            (#"{"avatar":{"figure":0,"colour":-1}}"#, "avatar.colour"),
            (#"{"avatar":{"figure":"0","colour":1}}"#, "avatar.figure"),
            (#"{"avatar":{"figure":0}}"#, "avatar.colour"), (#"{"avatar":3}"#, "avatar"),
            (#"{"avatar":null}"#, "avatar"),
        ]
    ) func `a wish that makes no sense names the field`(body: String, field: String?) throws {
        let json = try #require(try JSONReader.read(Array(body.utf8)).object)
        do throws(WireError) {
            let avatar = try FieldReader(json).avatar()
            #expect(field == nil && (avatar == nil) == (json["avatar"] == nil))
        } catch {
            #expect(error.code == .badMessage && error.field == field)
        }
    }
}
