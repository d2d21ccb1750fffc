import Archive
import GameState
import LiveStore
import Protocol
import StoreContracts
import Testing
import TriptoGame

@testable import Rooms

/// Opening and rebuilding of sessions, event by event.
@Suite struct RegistryTests {
    /// A house whose session is stored, and open nowhere.
    private func closedHouse() -> House {
        let house = House()
        house.begin()
        house.forgetAll()
        return house
    }

    @Test func `two who ask at once share one opening, and a third has the room at once`() {
        let house = closedHouse()
        let (one, other) = (house.ask(), house.ask())
        #expect(house.versionsAsked.count == 1)
        #expect(one.result == nil && other.result == nil)
        house.clock.turn { house.versionsAsked[0](1) }
        let third = house.ask()
        #expect(one.room != nil)
        #expect(one.room === other.room && one.room === third.room)
        #expect(house.versionsAsked.count == 1)
    }

    @Test func `an archive that is slow is waited for half a second, and heard no more`() {
        let house = closedHouse()
        let asked = house.ask()
        house.clock.advance(byMs: RoomTimes.maxAskingMs - 1)
        #expect(asked.result == nil)
        house.clock.advance(byMs: 1)
        #expect(asked.room?.version == house.room?.version && house.room != nil)
        house.clock.turn { house.versionsAsked[0](1_000) }
        #expect(house.journalsAsked.isEmpty)
        #expect(house.ask().room === asked.room)
    }

    @Test func `a late answer to one opening is none to the next`() {
        let house = House()
        let first = house.ask()
        house.clock.advance(byMs: RoomTimes.maxAskingMs)
        house.clock.turn { house.journalsAsked[0](.success(nil)) }
        #expect(first.code == .notFound)
        house.begin()
        house.forgetAll()
        let second = house.ask()
        house.clock.turn { house.versionsAsked[0](1_000) }
        #expect(second.result == nil)
        house.clock.turn { house.versionsAsked[1](nil) }
        #expect(second.room != nil)
    }

    @Test func `a store behind the archive gets the session back from its journal`() throws {
        let house = closedHouse()
        let asked = house.ask()
        let stored = try #require(house.journal().entries.last).version
        house.clock.turn { house.versionsAsked[0](stored + 3) }
        #expect(asked.result == nil && house.journalsAsked.count == 1)
        // The journal has one entry more than the store: its last one comes once more, as the next version.
        var journal = house.journal()
        let join = Input<Tripto>.join(PlayerID(rawValue: "anna"), name: try PlayerName("Anna"))
        journal.entries.append(
            ArchivedSession.Entry(
                version: stored + 1,
                at: house.clock.now,
                body: JournalBody<Tripto>.input(
                    join,
                    messageID: nil,
                    digest: nil,
                    rulesVersion: nil
                ).bytes
            )
        )
        house.clock.turn { house.journalsAsked[0](.success(journal)) }
        #expect(asked.result == nil && house.elsewhere.count == 1)
        house.clock.turn { house.elsewhere[0]() }
        let room = try #require(asked.room)
        #expect(room.version >= stored + 1 + Replay.versionsSkipped)
        #expect(room.lobby.players.map(\.name.text) == ["Anna"])
        #expect(house.reports.contains { $0.hasPrefix("isBehind") })
        #expect(house.reports.contains { $0.hasPrefix("rebuilt") })
    }

    @Test func `those who wait for a session have a limit, and are told so beyond it`() {
        let house = closedHouse()
        let asked = (0..<RoomRegistry.maxWaiting).map { _ in house.ask() }
        #expect(house.ask().code == .degraded)
        #expect(asked.allSatisfy { $0.result == nil })
        house.clock.turn { house.versionsAsked[0](1) }
        #expect(asked.allSatisfy { $0.room != nil })
    }

    @Test func `a session that ends while its room is opened has ended`() {
        let house = closedHouse()
        let asked = house.ask()
        house.clock.turn {
            house.live.remove(House.session, joinCode: "ABC234", claims: [.brake]) { _ in }
        }
        house.clock.turn { house.versionsAsked[0](1) }
        #expect(asked.code == .sessionEnded)
        #expect(house.openCount == 0 || house.room == nil)
    }

    @Test(arguments: [
        (#"{"gameName":"chess"}"#, "no game of this gateway knows the session"),
        (#"{"gameName":"tripto"}"#, "version 8 can't be read"),
        ("tripto", "version 8 can't be read"),
    ])
    func `what is stored and nobody can read is told, and nothing is overwritten`(
        stored: String,
        reason: String
    ) {
        let house = House()
        let foreign = LazyState(value: nil) { Array(stored.utf8) }
        house.hold(Snapshot(version: 8, state: foreign))
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](8) }
        #expect(asked.code == .internal)
        #expect(house.reports == ["\(RoomReport.unreadable(reason))"])
        #expect(house.journalsAsked.isEmpty)
    }

    @Test(arguments: [ErrorCode.notFound, .degraded, .sessionEnded, .internal])
    func `what the archive says of a session that is lost`(code: ErrorCode) {
        let house = House()
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](nil) }
        house.clock.turn {
            switch code {
            case .notFound: house.journalsAsked[0](.success(nil))
            case .degraded:
                house.journalsAsked[0](.failure(ArchiveError(.unreachable, "away")))
            case .sessionEnded: house.journalsAsked[0](.success(house.journal(.ended)))
            case _: house.journalsAsked[0](.success(house.journal()))
            }
        }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.code == code)
        // Nothing stays behind: the next caller begins anew.
        _ = house.ask()
        #expect(house.versionsAsked.count == 2)
    }

    @Test func `rooms have a limit, to open and to begin`() {
        let house = House(maxRooms: 1)
        #expect((try? house.begin()?.get()) != nil)
        let second = SessionID(rawValue: "fedcba9876543210")
        #expect(house.ask(second).code == .degraded)
        #expect(house.versionsAsked.isEmpty)
        guard case .failure(let error)? = house.begin(second) else {
            Issue.record("one too many")
            return
        }
        #expect(error.code == .degraded)
        #expect(house.ask().room != nil)
    }

    @Test func `sessions that begin at the same time count, each from its request on`() {
        let house = House(maxRooms: 2)
        let names = ["a", "b", "c"].map { SessionID(rawValue: String(repeating: $0, count: 16)) }
        var answers: [Result<any AnyRoom, WireError>] = []
        house.clock.turn {
            for name in names { house.beginInTurn(name) { answers.append($0) } }
            #expect(answers.count == 1, "the third is refused before the first two have begun")
            #expect(house.askInTurn(names[2]).code == .degraded)
        }
        #expect(answers.count { (try? $0.get()) != nil } == 2)
        #expect(house.openCount == 2)
    }

    @Test func `a journal is not believed while steps of this gateway are on their way to it`() {
        let house = closedHouse()
        house.isHandedOver = false
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](.max) }
        #expect(asked.code == .degraded && house.journalsAsked.isEmpty)
        house.isHandedOver = true
        let again = house.ask()
        house.clock.turn { house.versionsAsked[1](.max) }
        #expect(again.result == nil && house.journalsAsked.count == 1)
    }

    @Test func `a store that has all the archive has is the truth`() throws {
        let house = closedHouse()
        let stored = try #require(house.journal().entries.last).version
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](stored) }
        #expect(asked.room?.version == stored && house.journalsAsked.isEmpty)
    }

    @Test func `a state that is another session's is nobody's`() throws {
        let house = House()
        let other = try Evening(
            at: house.clock.now,
            session: SessionID(rawValue: "fedcba9876543210")
        )
        house.hold(Snapshot(version: 1, state: LazyState(other.state)))
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](nil) }
        #expect(asked.code == .internal)
    }

    @Test(arguments: [4, 5])
    func `five join codes are tried`(taken: Int) {
        let house = House()
        let other = SessionID(rawValue: "fedcba9876543210")
        house.clock.turn {
            for number in 1...taken {
                house.live.reserve(joinCode: "ABC\(100 + number)", for: other) { _ in }
            }
        }
        let began = house.begin()
        #expect(((try? began?.get()) != nil) == (taken < 5))
        #expect((house.room != nil) == (taken < 5))
    }

    @Test(arguments: [true, false])
    func `who does not come back in time after all gateways died is away`(isBack: Bool) throws {
        let house = House()
        house.begin()
        _ = try house.seat(.host, at: Listener())
        #expect(house.room?.lobby.isHostConnected == true)
        house.forgetAll()
        if !isBack {
            house.clock.turn {
                house.live.removePresence(
                    ConnectionID(rawValue: "c-\(Viewer.host)"),
                    in: House.session
                )
            }
        }
        let asked = house.ask()
        house.clock.turn { house.versionsAsked[0](nil) }
        house.clock.advance(byMs: RoomTimes.homecomingMs - 1)
        #expect(asked.room?.lobby.isHostConnected == true)
        house.clock.advance(byMs: 1)
        #expect(asked.room?.lobby.isHostConnected == isBack)
    }
}
