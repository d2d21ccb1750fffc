extension SampleDestination {
    static let all = cities + confusableCities + countries

    private static let cities = [
        SampleDestination(
            "Stockholm",
            in: "Sverige",
            accepts: [
                "stokholm", "STOCKHOLM", " stockholm! ", "Stockholms stad", "staden Stockholm",
                "Stockholms kommun", "Stockholm City", "huvudstaden Stockholm", "Stock holm",
                "stockhlom", "Ｓｔｏｃｋｈｏｌｍ", "S\u{301}tockholm",
            ],
            refuses: [
                "Sverige", "Sweden", "Oslo", "holm", "stock", "staden", "city", "", "stockmalk",
            ]
        ),
        SampleDestination(
            "Reykjavik",
            ["Reykjavík"],
            in: "Island",
            accepts: ["Reykjavík", "reykjavik", "Reykavik", "reykjavic"],
            refuses: ["Island", "Iceland", "Keflavik", "Narvik"]
        ),
        SampleDestination(
            "Paris",
            in: "Frankrike",
            accepts: [
                "paris", "Pariss", "París", "the city Paris", "Prais", "Paris stad",
                "Paris, France",
                "Paris i Frankrike", "Frankrike, Paris", "maybe Paris?",
                "Jag tror att det är Paris",
                "is it Paris, France?", "paris i guess", "Paris, eller hur?", "Parjs",
            ],
            refuses: [
                "France", "Frankrike", "Parma", "P s t", "Peru", "Paris, Texas", "Paris i Italien",
                "Paris eller London", "not Paris", "inte Paris", "maybe", "i Frankrike",
                "jag tror att det är London", "London, France",
            ]
        ),
        SampleDestination(
            "Venedig",
            ["Venice", "Venezia"],
            in: "Italien",
            accepts: ["Venedig", "venice", "VENEZIA", "Venize", "Venedigg", "staden Venedig"],
            refuses: ["Venezuela", "Vienna", "Nice", "Italien", "Italy"]
        ),
        SampleDestination(
            "Edinburgh",
            in: "Skottland",
            accepts: ["edinburgh", "Edinburg", "Edinbrugh", "Edinborgh"],
            refuses: ["Scotland", "Hamburg", "Edin", "Storbritannien"]
        ),
        SampleDestination(
            "Dubrovnik",
            ["Ragusa"],
            in: "Kroatien",
            accepts: ["dubrovnik", "Dubrovnic", "Dubrownik", "ragusa"],
            refuses: ["Dublin", "Kroatien", "Croatia", "Split"]
        ),
        SampleDestination(
            "Tallinn",
            ["Reval"],
            in: "Estland",
            accepts: ["Tallin", "tallinn", "Talinn", "Tallinns stad"],
            refuses: ["Estland", "Estonia", "Tartu", "Riga"]
        ),
        SampleDestination(
            "Longyearbyen",
            in: "Norge",
            accepts: ["longyearbyen", "Longyear byen", "Longyearbyn", "Longyerbyen"],
            refuses: ["Svalbard", "Norge", "Longyear"]
        ),
        SampleDestination(
            "Kairo",
            ["Cairo", "Al-Qahira"],
            in: "Egypten",
            accepts: [
                "kairo", "Cairo", "al qahira", "Kairoo", "Kairo i Egypten", "Cairo, Egypt", "Kaira",
            ],
            refuses: ["Egypten", "Egypt", "Kiev", "Fairo", "Kairo i Sudan", "Alexandria i Egypten"]
        ),
        SampleDestination(
            "Cape Town",
            ["Kapstaden", "Kaapstad"],
            in: "Sydafrika",
            accepts: ["cape town", "Capetown", "Kapstaden", "Kap Staden", "Kaapstad", "Cape Twon"],
            refuses: ["Cape", "Town", "Kap", "Kap Verde", "Cape Verde", "Sydafrika", "North Cape"]
        ),
        SampleDestination(
            "Marrakech",
            ["Marrakesh"],
            in: "Marocko",
            accepts: ["marrakech", "Marrakesh", "Marakesh", "Marrakesch", "Marrakech city"],
            refuses: ["Marocko", "Morocco", "Fès", "Casablanca"]
        ),
        SampleDestination(
            "Timbuktu",
            ["Tombouctou", "Timbuctoo"],
            in: "Mali",
            accepts: ["timbuktu", "Tombouctou", "Timbukto", "Timbuctoo"],
            refuses: ["Mali", "Bamako", "Bali"]
        ),
        SampleDestination(
            "Istanbul",
            ["Konstantinopel", "Constantinople", "Byzantium"],
            in: "Turkiet",
            accepts: [
                "istanbul", "İstanbul", "ISTANBUL", "ıstanbul", "Konstantinopel", "Istambul",
                "Constantinople", "Konstantinopol",
            ],
            refuses: ["Turkiet", "Turkey", "Ankara", "Constantine", "Islamabad"]
        ),
        SampleDestination(
            "Samarkand",
            ["Samarqand"],
            in: "Uzbekistan",
            accepts: ["samarkand", "Samarqand", "Samarkant", "Samarkan"],
            refuses: ["Samara", "Uzbekistan", "Buchara"]
        ),
        SampleDestination(
            "New York",
            ["New York City", "NYC"],
            in: "USA",
            accepts: ["new york", "New York City", "newyork", "NYC", "N.Y.C.", "Nev York"],
            refuses: ["York", "New", "USA", "New Delhi"]
        ),
        SampleDestination(
            "Rio de Janeiro",
            ["Rio"],
            in: "Brasilien",
            accepts: [
                "rio de janeiro", "Rio", "Rio de Janiero", "Río de Janeiro", "Rio-de-Janeiro",
            ],
            refuses: ["Brasilien", "Brazil", "Janeiro", "Roi", "Reo"]
        ),
        SampleDestination(
            "Sydney",
            in: "Australien",
            accepts: ["sydney", "Sydny", "Sydneyy"],
            refuses: ["Australien", "Australia", "Melbourne", "Sydpolen"]
        ),
        SampleDestination(
            "Cusco",
            ["Cuzco", "Qosqo"],
            in: "Peru",
            accepts: ["cusco", "Cuzco", "Cuscoo", "Qosqo"],
            refuses: ["Peru", "Lima", "Machu Picchu"]
        ),
        SampleDestination(
            "Havanna",
            ["Havana", "La Habana"],
            in: "Kuba",
            accepts: ["havanna", "Havana", "La Habana", "lahabana", "Havannah"],
            refuses: ["Kuba", "Cuba", "Vana"]
        ),
        SampleDestination(
            "Ushuaia",
            in: "Argentina",
            accepts: ["ushuaia", "Ushuaïa", "Ushuia", "Ushuaja"],
            refuses: ["Argentina", "USA"]
        ),
        SampleDestination(
            "Sydpolen",
            ["South Pole"],
            in: "Antarktis",
            kind: .place,
            accepts: ["sydpolen", "South Pole", "the South Pole", "Sydpollen", "southpole"],
            refuses: ["Nordpolen", "North Pole", "Antarktis", "Antarctica", "Polen"]
        ),
        SampleDestination(
            "Malmö",
            in: "Sverige",
            accepts: ["malmo", "Malmoe", "Malmö kommun", "MALMÖ", "Malmo\u{308}"],
            refuses: ["Malé", "Sverige", "kommun"]
        ),
        SampleDestination(
            "Köln",
            ["Cologne"],
            in: "Tyskland",
            accepts: ["koln", "Koeln", "Cologne", "Colonge"],
            refuses: ["Kölm", "Colombo", "Bonn", "Tyskland"]
        ),
        SampleDestination(
            "Haag",
            ["The Hague", "Den Haag"],
            in: "Nederländerna",
            accepts: ["haag", "den haag", "Hague", "the hague"],
            refuses: ["the", "den", "Prag", "Nederländerna"]
        ),
        SampleDestination(
            "Saint Petersburg",
            ["Sankt Petersburg", "Leningrad"],
            in: "Ryssland",
            accepts: ["St. Petersburg", "St Petersburg", "S:t Petersburg", "Sankt-Petersburg"],
            refuses: ["Petersburg, nej", "Ryssland", "Saint-Denis"]
        ),
    ]
}
