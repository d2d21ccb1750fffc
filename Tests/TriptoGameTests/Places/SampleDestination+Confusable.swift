extension SampleDestination {
    /// Cities that lie a letter or a stop word away from another place.
    static let confusableCities = [
        SampleDestination(
            "Tokyo",
            ["Tokio"],
            in: "Japan",
            accepts: ["tokyo", "Tokio", "Tōkyō", "Tokyoo"],
            refuses: ["Kyoto", "Kioto", "Japan", "Toyko Kyoto"]
        ),
        SampleDestination(
            "Kyoto",
            ["Kioto"],
            in: "Japan",
            accepts: ["kyoto", "Kioto", "Kyōto", "Kyotoo"],
            refuses: ["Tokyo", "Tokio", "Kobe", "Japan"]
        ),
        SampleDestination(
            "Wellington",
            in: "Nya Zeeland",
            accepts: ["wellington", "Welington", "Wellingtom"],
            refuses: ["Washington", "Nya Zeeland", "New Zealand", "Wells"]
        ),
        SampleDestination(
            "Mexico City",
            ["Mexiko City", "Ciudad de México"],
            in: "Mexiko",
            accepts: [
                "mexico city", "Mexiko City", "ciudad de mexico", "the Mexico City", "Mexcio City",
                "staden Mexico City",
            ],
            refuses: ["Mexico", "Mexiko", "México", "the Mexico", "City", "Mexicoo", "Panama City"]
        ),
        SampleDestination(
            "Kuwait City",
            ["Kuwait stad"],
            in: "Kuwait",
            accepts: ["kuwait city", "Kuwait stad", "Kuwayt City"],
            refuses: ["Kuwait", "Kuwaitt", "Kuwait kommun"]
        ),
        SampleDestination(
            "Wien",
            ["Vienna"],
            in: "Österrike",
            accepts: ["wien", "Vienna", "Viena", "Wien stad"],
            refuses: ["Vientiane", "Siena", "Österrike", "Austria", "Wein"]
        ),
        SampleDestination(
            "Bucharest",
            ["Bukarest"],
            in: "Rumänien",
            accepts: ["bucharest", "Bukarest", "Bukharest"],
            refuses: ["Budapest", "Budapst", "Rumänien", "Romania"]
        ),
        SampleDestination(
            "Kingston",
            in: "Jamaica",
            accepts: ["kingston", "Kingstonn", "Kingson"],
            refuses: ["Kingstown", "Kings Town", "Jamaica"]
        ),
        SampleDestination(
            "Georgetown",
            in: "Guyana",
            accepts: ["georgetown", "Georgetwn"],
            refuses: ["George Town", "Guyana", "George"]
        ),
        SampleDestination(
            "San José",
            in: "Costa Rica",
            accepts: ["san jose", "San José", "Sanjose", "San Josee"],
            refuses: ["San Juan", "Costa Rica", "San"]
        ),
        SampleDestination(
            "Malé",
            in: "Maldiverna",
            accepts: ["male", "Malé", "Male\u{301}"],
            refuses: ["Mali", "Malå", "Bali", "Malta", "Maldiverna"]
        ),
        SampleDestination(
            "Luxembourg",
            in: "Luxembourg",
            accepts: ["luxembourg", "Luxembourg City", "Luxemburg"],
            refuses: ["Limburg", "Lux"]
        ),
    ]

    /// Countries, which may be named in both languages whatever the package's is.
    static let countries = [
        SampleDestination(
            "Australien",
            in: "Australien",
            kind: .country,
            accepts: ["australien", "Australia", "Austalien", "Austrlia", "Australie"],
            refuses: ["Austria", "Österrike", "Sydney", "Asien"]
        ),
        SampleDestination(
            "Austria",
            in: "Austria",
            kind: .country,
            accepts: ["austria", "Österrike", "Osterrike", "Oesterrike", "Autria"],
            refuses: ["Australia", "Australien", "Austrlia", "Asturias", "Vienna", "Wien"]
        ),
        SampleDestination(
            "Niger",
            in: "Niger",
            kind: .country,
            accepts: ["niger", "NIGER", "Niger!"],
            refuses: ["Nigeria", "Nigera", "Niamey"]
        ),
        SampleDestination(
            "Nigeria",
            in: "Nigeria",
            kind: .country,
            accepts: ["nigeria", "Nigera", "Nigeira"],
            refuses: ["Niger", "Algeria", "Lagos"]
        ),
        SampleDestination(
            "Mexiko",
            in: "Mexiko",
            kind: .country,
            accepts: ["mexiko", "Mexico", "México", "Mexic"],
            refuses: ["Mexico City", "the Mexico City", "Mexiko City", "Ciudad de México"]
        ),
        SampleDestination(
            "Slovakien",
            in: "Slovakien",
            kind: .country,
            accepts: ["Slovakia", "slovakien", "Slovakiet"],
            refuses: ["Slovenien", "Slovenia", "Slovania och Slovenia"]
        ),
        SampleDestination(
            "Iran",
            in: "Iran",
            kind: .country,
            accepts: ["iran", "IRAN", "Írán"],
            refuses: ["Irak", "Iraq", "Iram", "Irland"]
        ),
        SampleDestination(
            "Dominica",
            in: "Dominica",
            kind: .country,
            accepts: ["dominica", "Dominika"],
            refuses: ["Dominican Republic", "Dominikanska republiken"]
        ),
        SampleDestination(
            "Guinea",
            in: "Guinea",
            kind: .country,
            accepts: ["guinea", "Giunea"],
            refuses: ["Guinea-Bissau", "Equatorial Guinea", "Papua New Guinea", "Guyana", "Ghana"]
        ),
        SampleDestination(
            "Trinidad and Tobago",
            in: "Trinidad and Tobago",
            kind: .country,
            accepts: ["trinidad & tobago", "Trinidad och Tobago", "Trinidad Tobago"],
            refuses: ["Tobago and", "Port of Spain"]
        ),
        SampleDestination(
            "Vatikanstaten",
            in: "Vatikanstaten",
            kind: .country,
            accepts: ["Vatican City", "the Vatican", "Vatikanen", "vatikanstaten"],
            refuses: ["Rom", "Italien", "City", "staten"]
        ),
        SampleDestination(
            "Kongo-Kinshasa",
            in: "Kongo-Kinshasa",
            kind: .country,
            accepts: ["Kongo Kinshasa", "DRC", "Democratic Republic of Congo", "DR Congo"],
            refuses: ["Congo", "Kongo-Brazzaville", "Republic of the Congo", "Kinshasa"]
        ),
    ]
}
