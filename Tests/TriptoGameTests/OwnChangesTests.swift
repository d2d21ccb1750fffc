import Protocol
import Seeded
import Testing

@testable import GameState
@testable import TriptoGame

/// Messages to hundreds at once are the same as each of them would get alone.
@Suite struct OwnChangesTests {
    private static let seeds: ClosedRange<UInt64> = 1...60
    private static let full = Party(players: 500) { $0.maxPlayers = 500 }.game

    @Test(arguments: seeds)
    func `a player's changes are those that are worked out for that player alone`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var (before, after) = Self.crowd(of: 3 + dice.next(below: 498), &dice)
        Self.expect(Tripto.changes(from: before, to: after).own, tell: before, after)
        // The same with few who leave and newcomers at the end, so that places are no guide.
        for _ in 0..<dice.next(below: 4) {
            let leaver = dice.next(below: after.ids.count)
            after.ids.remove(at: leaver)
            after.own.remove(at: leaver)
            let newcomer = dice.next(below: before.ids.count)
            before.ids.remove(at: newcomer)
            before.own.remove(at: newcomer)
        }
        Self.expect(Tripto.changes(from: before, to: after).own, tell: before, after)
    }

    @Test func `spellings of one word are told each as it is`() {
        var dice = SplitMix64(seed: 1)
        var (before, after) = Self.crowd(of: 3, &dice)
        after.own = before.own
        for (place, answer) in ["Malm\u{F6}", "Malmo\u{308}", "Malm\u{F6}"].enumerated() {
            before.own[place] = Self.view(before.own[place].standing, answer: nil)
            after.own[place] = Self.view(before.own[place].standing, answer: answer)
        }
        let own = Tripto.changes(from: before, to: after).own
        #expect(own.ids.indices.map(own.kind) == [0, 1, 0])
        Self.expect(own, tell: before, after)
    }

    @Test func `a brake in a full room is told in two texts`() throws {
        var party = Party(Self.full)
        party.reach(.clueLevel)
        let before = party.game.views
        party.brake(250)
        let after = party.game.views
        let own = Tripto.changes(from: before, to: after).own
        #expect(own.ids.indices.map(own.kind) == (0..<500).map { $0 == 249 ? 1 : 0 })
        Self.expect(own, tell: before, after)
        party.player(250, .brakeAnswer("Atlantis"))
        let third = party.game.views
        Self.expect(Tripto.changes(from: after, to: third).own, tell: after, third)
    }

    /// Players who joined before others left are found in the order of joining, and with the right points.
    @Test func `views of a crowd are in step with its scoreboard however people come and go`() {
        for seed in Self.seeds.prefix(20) {
            var dice = SplitMix64(seed: seed)
            var party = Party(players: 3) { $0.maxPlayers = 500 }
            for number in 4..<60 {
                party.sitDown(number)
                if dice.chance(30) { party.host(.kick(Party.id(1 + dice.next(below: number)))) }
            }
            party.game.scoreboard.award(
                party.game.lobby.players.map { ($0.id, dice.next(below: 5)) }
            )
            let (views, players) = (party.game.views, party.game.lobby.players)
            #expect(views.own == players.compactMap { party.game.ownView(of: $0.id) })
            #expect(views.own.map(\.standing.player) == players.map(\.id), "seed \(seed)")
        }
    }

    // MARK: Support

    /// Checks that each player is told the operations of their own, by place and by name; no two
    /// kinds read the same, and each kind has a player.
    private static func expect(
        _ own: OwnChanges,
        tell before: Views<Tripto>,
        _ after: Views<Tripto>
    ) {
        var kinds: Set<Int> = []
        #expect(own.kinds.isEmpty ? own.ids.isEmpty : own.ids == after.ids)
        for (place, id) in after.ids.enumerated() {
            let alone = before.ids.firstIndex(of: id).map {
                DocumentWriter.changes(from: before.own[$0], to: after.own[place])
            }
            let kind = own.kinds.isEmpty ? nil : own.kind(at: place)
            if let kind { kinds.insert(kind) }
            #expect(kind.map { own.kinds[$0] } ?? [] == alone ?? [], "\(id)")
            #expect(own.operations(for: id) ?? [] == alone ?? [], "\(id)")
        }
        #expect(kinds == Set(own.kinds.indices))
        #expect(Set(own.kinds).count == own.kinds.count)
    }

    /// Two moments of a crowd, drawn from so little that many change alike.
    private static func crowd(
        of count: Int,
        _ dice: inout SplitMix64
    ) -> (before: Views<Tripto>, after: Views<Tripto>) {
        var scoreboard = full.scoreboard
        var before = full.views
        before.ids.removeSubrange(count...)
        before.own.removeSubrange(count...)
        var after = before
        let calm = dice.next(below: 100)
        for place in before.own.indices {
            before.own[place] = view(before.own[place].standing, &dice)
        }
        scoreboard.award(before.ids.map { ($0, dice.next(below: 3) * 2) })
        for (place, id) in after.ids.enumerated() {
            guard !dice.chance(calm) else {
                after.own[place] = before.own[place]
                continue
            }
            if dice.chance(2), let name = try? PlayerName("Guest \(dice.next(below: 4))") {
                scoreboard.rename(id, to: name)
            }
            guard let standing = scoreboard[id] else { preconditionFailure("\(id) has points") }
            after.own[place] = view(standing, &dice)
        }
        return (before, after)
    }

    private static func view(
        _ standing: Scoreboard.Standing,
        _ dice: inout SplitMix64
    ) -> Tripto.OwnView {
        let texts = [nil, "", "Rom", "Malm\u{F6}", "Malmo\u{308}"]
        return Tripto.OwnView(
            standing: standing,
            canBrake: dice.chance(50),
            canAnswer: dice.chance(50),
            mayHost: dice.chance(50),
            lockedAnswer: texts[dice.next(below: texts.count)],
            followupAnswer: texts[dice.next(below: texts.count)],
            say: Tripto.OwnView.Say(
                canDispute: dice.chance(50),
                canVote: dice.chance(50),
                vote: [nil, true, false][dice.next(below: 3)]
            )
        )
    }

    private static func view(
        _ standing: Scoreboard.Standing,
        answer: String?
    ) -> Tripto.OwnView {
        Tripto.OwnView(
            standing: standing,
            canBrake: false,
            canAnswer: false,
            mayHost: false,
            lockedAnswer: answer,
            followupAnswer: nil
        )
    }
}
