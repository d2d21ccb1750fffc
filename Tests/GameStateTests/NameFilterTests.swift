import ExampleGame
import Protocol
import Testing

@testable import GameState

/// Names that a family does not want on its television (G-41).
@Suite struct NameFilterTests {
    private func refuses(_ filter: NameFilter, _ name: String) throws -> Bool {
        filter.refuses(try PlayerName(name))
    }

    @Test(
        arguments: [
            "Fuck", "FUCK you", "Mr Shit", "fitta", "KUK", "En neger", "Våldta", "valdta",
            // Case, marks, other alphabets of Unicode.
            "FüÇk", "ｆｕｃｋ", "𝓯𝓾𝓬𝓴", "ⓕⓤⓒⓚ", "F\u{308}uck", "Fu\u{200B}ck",
            // Digits and signs for letters, or beside them.
            "sh1t", "$h!t", "b!tch", "5lut", "s1ut", "a$$", "knu11a", "fuck69", "fuck!!!", "4$$",
            "Shit 2000", "69fuck96",
            // Letters that are repeated or spelled one by one, and what stands between them.
            "fuuuuck", "shiiiit", "asss", "f.u.c.k", "f u c k", "f-u_c/k", "F'uck", "sh it",
            "a s s",
            "oh f u c k",
        ]
    ) func `a word of the list is found, however it is disguised`(name: String) throws {
        #expect(try refuses(.medium, name), "\(name)")
        #expect(try refuses(.strict, name), "\(name)")
        #expect(try !refuses(.off, name), "\(name)")
    }

    @Test(arguments: ["Motherfuckers", "Superfitta", "xXhitlerXx", "sh1thead", "bullshitter"])
    func `inside another word it is found by the strict filter alone`(name: String) throws {
        #expect(try !refuses(.medium, name), "\(name)")
        #expect(try refuses(.strict, name), "\(name)")
    }

    @Test(
        arguments: [
            "Scunthorpe", "Hancock", "Peacock", "Alfred Hitchcock", "Yamashita", "Morishita",
            "Yoshito", "Ignazio", "Nazim", "Benazir", "Ashkenazi", "Schwarzenegger", "Honegger",
            "Thora", "Horace", "Horatio", "Horan", "Blatter", "Milford", "Snigger", "Mongoose",
            "Anchorage", "Dildora", "Cocktail", "Pussycat", "Slutspurten", "Beslutsamma",
            "Therapist", "Penistone", "Saltwater", "Shiitake",
        ]
    ) func `an innocent word that has one inside is let in`(name: String) throws {
        #expect(try !refuses(.strict, name), "\(name)")
    }

    /// Names of people, Swedish, English and from further away, and such as come close.
    @Test func `people come in by their own names`() throws {
        let names = """
            Alva Anna Assar Åsa Bo Björn Börje Bosse Lasse Hasse Nasse Basse Cassandra Hassan Massimo \
            Dick Richard Willy Fanny Randy Gay Jesus Adolf Kukkonen Kike Analia Manal Janus Oskar \
            Örjan Kurt Knut-Erik Cumberland Fredrika Fatima Fagerström Fagerlund Phuc Dung \
            Shirley Sheetal Shital Ashish Tito Titti Tilda Pedro Penny Penelope Rapunzel Nils Nazaré \
            Sixten Essex Sussex Middlesex Arsenal Arsenio Grape Assad Assefa Klass Bass Passion Li \
            Jo O'Hara D'Angelo Jean-Luc 007 1337 Nr1 B2B 4ever Xx_Kalle_xX Kalle99 Mia2010 Åke!
            """
        for name in names.split(separator: " ") {
            #expect(try !refuses(.medium, String(name)), "\(name)")
            #expect(try !refuses(.strict, String(name)), "\(name)")
        }
    }

    @Test func `what has no letters is nobody's insult`() throws {
        for name in ["👩‍👩‍👧‍👦", "❤️", "...", "—", "中文", "Ольга", "!!!"] {
            for filter in NameFilter.allCases { #expect(try !refuses(filter, name), "\(name)") }
        }
    }

    @Test(arguments: ["Kalle 455", "Astrid 4554", "455", "Bot 8008", "Mia 5107"])
    func `a number is a number`(name: String) throws {
        for filter in NameFilter.allCases { #expect(try !refuses(filter, name), "\(name)") }
    }

    @Test func `the door asks of newcomers and of new names, and the rules do not`() throws {
        var party = try Gathering<Quiz>(players: 1)
        let inputs: [Input<Quiz>] = [
            .join(.guest(2), name: try PlayerName("Sh1t")),
            .command(.rename(.guest(1), try PlayerName("Fuck")), from: .host),
        ]
        for var input in inputs {
            let before = party.game
            guard case .refused(.error(let error)) = party.game.admit(&input, at: party.now) else {
                Issue.record("\(input) was let in")
                continue
            }
            #expect(error.code == .badMessage && error.field == "name" && party.game == before)
            // In a journal it was let in, by a build with other lists.
            #expect(word(party.give(input)) == nil)
        }
        var cleo = Input<Quiz>.join(.guest(3), name: try PlayerName("Cleo"))
        #expect(word(party.game.admit(&cleo, at: party.now)) == nil)
    }
}
