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
            // Letters of other scripts, of formulas, in squares, and of flags; small capitals, and marks.
            "Fuсk", "fυck", "Κυκ", "сunt", "ѕhіt", "НОRА", "ꜰᴜᴄᴋ", "ᶠᵘᶜᵏ", "🅵🆄🅲🅺", "🄵🅄🄲🄺",
            "🇫🇺🇨🇰", "⒡⒰⒞⒦", "ℱuℂk", "f\u{336}u\u{336}c\u{336}k\u{336}", "fu\u{489}ck",
            "n\u{430}zi", "p\u{435}nis", "hοra",
            "(unt", "fu©k", "s#it", "§hit", "pu§§¥",
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
            "Slutsky", "Slutskaya", "Slutzky", "Peniston", "Peniston-Bird", "Cocker",
            "Joe Cockerill",
            "Cockcroft", "Cockayne", "Badcock", "Glasscock", "Haycock", "Hiscock", "Pocock",
            "Simcock",
            "Willcock", "Horák", "Horáková", "Vohora", "Harshit", "Akshita", "Rakshit", "Nishita",
            "Rishit",
            "Yoshitaka", "Hoshitani", "Nazish", "Nazila", "Shahnazi", "Shitov", "Trappist",
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
            Dickson Dickens Svensson Kukkonen Assarsson Cassel Bassett Asser Hassel Fagerholm Titov \
            Wang Kuki Analena Aslan Dikko Sexton Lindqvist Kockum Cox Wilcox Pipi Popo Koko Kakà \
            Jo O'Hara D'Angelo Jean-Luc 007 1337 Nr1 B2B 4ever Xx_Kalle_xX Kalle99 Mia2010 Åke!
            """
        for name in names.split(separator: " ") {
            #expect(try !refuses(.medium, String(name)), "\(name)")
            #expect(try !refuses(.strict, String(name)), "\(name)")
        }
    }

    @Test func `what has no letters is nobody's insult`() throws {
        for name in [
            "👩‍👩‍👧‍👦", "❤️", "...", "—", "中文", "Ольга", "!!!", "Анна", "Никола", "Γιώργος", "Ελένη",
            "Хасан", "Марина", "🇸🇪", "Հայկ",
        ] {
            for filter in NameFilter.allCases { #expect(try !refuses(filter, name), "\(name)") }
        }
    }

    @Test(arguments: ["Kalle 455", "Astrid 4554", "455", "Bot 8008", "Mia 5107"])
    func `a number is a number`(name: String) throws {
        for filter in NameFilter.allCases { #expect(try !refuses(filter, name), "\(name)") }
    }

    @Test(arguments: [
        ("Anna", "Аnnа"), ("Bo", "Bο"), ("Bo", "B0"), ("Bill", "BiIl"), ("Bill", "Bi11"),
        ("Mia 1", "Mia l"),
        ("Kalle", "Ｋalle"), ("Åke", "ÅКE"), ("Siv", "ꜱɪᴠ"), ("Tom", "Том"), ("Léa", "Lέa"),
        ("Oskar", "𝓞skar"),
    ]) func `two names that look alike are one name at the door`(one: String, other: String) throws
    {
        #expect(try PlayerName(one).looks(like: PlayerName(other)), "\(one) \(other)")
        #expect(try PlayerName(other).looks(like: PlayerName(one)), "\(one) \(other)")
        var party = try Gathering<Quiz>(players: 0)
        try party.join(1, as: one)
        try party.join(2, as: "Somebody")
        for var input: Input<Quiz> in [
            .join(.guest(3), name: try PlayerName(other)),
            .command(.rename(.guest(2), try PlayerName(other)), from: .host),
        ] {
            #expect(word(party.game.admit(&input, at: party.now)) == "name_taken")
        }
        // One's own may change its letters.
        var own = Input<Quiz>.command(.rename(.guest(1), try PlayerName(other)), from: .host)
        #expect(word(party.game.admit(&own, at: party.now)) == nil)
    }

    @Test(arguments: [
        ("Anna", "Анна"), ("Åsa", "Asa"), ("Ali", "All"), ("Lea", "Léa"), ("Mia 1", "Mia 2"),
        ("Maja", "Maia"),
        ("Kim", "Kin"), ("Ola", "Olo"), ("李", "季"), ("Siv 🚂", "Siv 🚃"),
    ]) func `names that can be told apart are two`(one: String, other: String) throws {
        #expect(try !PlayerName(one).looks(like: PlayerName(other)), "\(one) \(other)")
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
