/// Countries whose names differ between Swedish and English, or whose people are called by a word
/// the name does not begin. A country with neither needs no row.
enum CountryForms {
    /// All of the row that names `country`, empty without one.
    static func forms(ofCountry country: String) -> [String] {
        byName[FoldedWords(country).withoutArticle] ?? []
    }

    private static let byName = Dictionary(
        rows.flatMap { row in
            row.names.map { (FoldedWords($0).withoutArticle, row.names + row.people) }
        }
    ) { first, _ in first }

    private struct Row {
        let names: [String]
        let people: [String]
    }

    private static let rows = table.split(separator: "\n").map { line in
        let halves = line.split(separator: ":", maxSplits: 1).map { half in
            half.split(separator: ",").map { $0.trimmed }
        }
        return Row(names: halves[0], people: halves.count > 1 ? halves[1] : [])
    }

    /// A country to a line: its names, then the beginnings of what its people and things are.
    private static let table = """
        Afghanistan: afghan
        Albanien, Albania: alban
        Algeriet, Algeria: algerisk, algerier
        Argentina: argentin
        Armenien, Armenia: armen
        Australien, Australia: austral
        Azerbajdzjan, Azerbaijan: azerbajdz
        Bahamas, The Bahamas: baham
        Belgien, Belgium: belgisk, belgian, belgare
        Bolivia: bolivi
        Bosnien och Hercegovina, Bosnia and Herzegovina, Bosnien, Bosnia: bosnisk, bosni
        Brasilien, Brazil: brasili
        Bulgarien, Bulgaria: bulgar
        Burma, Myanmar: burmes
        Chile: chilen
        Colombia: colombi
        Cypern, Cyprus: cypriot
        Danmark, Denmark: dansk, danish
        Demokratiska republiken Kongo, Democratic Republic of the Congo, Kongo, Congo: kongoles, \
        congoles
        Dominikanska republiken, Dominican Republic: dominik, dominic
        Egypten, Egypt: egypt
        Elfenbenskusten, Ivory Coast, Côte d'Ivoire: ivorian
        England: engelsk, english, brittisk, british
        Estland, Estonia: estnisk, estni
        Etiopien, Ethiopia: etiop, ethiop
        Filippinerna, Philippines: filippin, filipin, philippin
        Finland: finsk, finländ, finnish
        Frankrike, France: fransk, fransm, french
        Färöarna, Faroe Islands: färöisk, faroese
        Förenade Arabemiraten, United Arab Emirates, UAE: emirat
        Georgien, Georgia: georgi
        Grekland, Greece: grekisk, greker, greken, greek
        Grönland, Greenland: grönländ
        Indien, India: indisk, indier, indian
        Indonesien, Indonesia: indones
        Irak, Iraq: iraki
        Iran: irani, persisk, persian
        Irland, Ireland: irländ, irish
        Island, Iceland: isländ
        Israel: israeli
        Italien, Italy: italien, italian
        Jamaica: jamaic
        Japan: japan
        Jordanien, Jordan: jordansk
        Kambodja, Cambodia: kambodj, cambodi, khmer
        Kanada, Canada: kanad, canad
        Kap Verde, Cape Verde, Cabo Verde: kapverd
        Kazakstan, Kazakhstan: kazak
        Kina, China: kines, chines
        Kirgizistan, Kyrgyzstan: kirgis, kyrgyz
        Kroatien, Croatia: kroat, croat
        Kuba, Cuba: kuban, cuban
        Laos: laot
        Lettland, Latvia: lettisk, latvi
        Libanon, Lebanon: libanes, lebanes
        Libyen, Libya: libysk, libyan
        Litauen, Lithuania: litau, lithuan
        Luxemburg, Luxembourg: luxemb
        Madagaskar, Madagascar: madagask, malagas
        Malaysia: malays
        Maldiverna, Maldives: maldiv
        Mali: mali, malier
        Malta: maltes
        Marocko, Morocco: marock, morocc
        Mexiko, Mexico: mexik, mexic
        Moçambique, Mozambique: moçambik, mozambi
        Mongoliet, Mongolia: mongol
        Montenegro: montenegri
        Nederländerna, Netherlands, Holland: nederländ, holländ, dutch
        Nepal: nepal
        Nordkorea, North Korea: korea
        Nordmakedonien, North Macedonia: makedon, macedon
        Norge, Norway: norsk, norweg, norrman, norrmän
        Nya Zeeland, New Zealand: nyzeeländ, kiwi
        Nya Kaledonien, New Caledonia: kaledon
        Palestina, Palestine: palestin
        Papua Nya Guinea, Papua New Guinea: papua
        Paraguay: paraguay
        Peru: peruan, peruvi
        Polen, Poland: polsk, polack, polish
        Portugal: portugis, portugues
        Rumänien, Romania: rumän, romanian
        Ryssland, Russia: rysk, ryss, russian
        Saudiarabien, Saudi Arabia: saudi, saudisk
        Schweiz, Switzerland: schweiz, swiss
        Senegal: senegal
        Serbien, Serbia: serbisk, serbi
        Seychellerna, Seychelles: seychell
        Singapore: singapor
        Skottland, Scotland: skotsk, scottish, brittisk, british
        Slovakien, Slovakia: slovak
        Slovenien, Slovenia: sloven
        Spanien, Spain: spansk, spanjor, spanish, spaniard
        Sri Lanka: lankes, lankan
        Storbritannien, United Kingdom, Great Britain, Britain, UK, Förenade kungariket: \
        brittisk, british, britter, engelsk, english, england, skotsk, scottish, skottland, scotland
        Sverige, Sweden: svensk, swedish, swede
        Sydafrika, South Africa: sydafrik
        Sydkorea, South Korea: korea
        Syrien, Syria: syrisk, syrian
        Tadzjikistan, Tajikistan: tadzjik, tajik
        Taiwan: taiwan
        Tanzania: tanzani
        Thailand: thailänd, thai
        Tjeckien, Czechia, Czech Republic, Tjeckiska republiken: tjeck, czech
        Tunisien, Tunisia: tunis
        Turkiet, Turkey, Türkiye: turk
        Tyskland, Germany: tysk, german
        Ukraina, Ukraine: ukrain
        Ungern, Hungary: ungersk, ungrare, hungari
        USA, United States, United States of America, Förenta staterna: amerikan, american, \
        yankee
        Uzbekistan: uzbek
        Vatikanstaten, Vatican City: vatikan, vatican
        Vietnam: vietnam
        Vitryssland, Belarus: vitrysk, belarus
        Wales: walesisk, welsh, brittisk, british
        Zimbabwe: zimbabw
        Österrike, Austria: österrik, austri
        """
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
