/// Cities that are no capitals: large, famous, or a letter or two from another place.
extension Gazetteer {
    static let cities = europeanCities + asianCities + africanCities + americanCities

    private static let europeanCities = """
        Alicante
        Antwerpen,Antwerp
        Barcelona
        Basel
        Bath
        Bergen
        Birmingham
        Bologna
        Bonn
        Bordeaux
        Bremen
        Bristol
        Brno
        Brugge,Bruges
        Cambridge
        Cannes
        Cardiff
        Dresden
        Dubrovnik
        Düsseldorf
        Edinburgh
        Florens,Florence,Firenze
        Frankfurt
        Gdansk
        Genève,Geneva
        Gent,Ghent
        Genua,Genoa
        Glasgow
        Granada
        Göteborg,Gothenburg
        Haag,The Hague,Den Haag
        Halmstad
        Hamburg
        Hannover,Hanover
        Innsbruck
        Istanbul
        Izmir
        Kalmar
        Kaunas
        Kiruna
        Kraków,Krakow,Cracow
        Köln,Cologne
        Leeds
        Leipzig
        Linköping
        Linz
        Liverpool
        Longyearbyen
        Lund
        Lyon
        Malaga,Málaga
        Malmö
        Manchester
        Marseille
        Milano,Milan
        München,Munich
        Nantes
        Neapel,Naples,Napoli
        Nice
        Norrköping
        Nürnberg,Nuremberg
        Odessa
        Oxford
        Palermo
        Palma
        Pisa
        Porto
        Ravenna
        Rotterdam
        Saint Petersburg,Leningrad
        Salzburg
        Sevilla,Seville
        Siena
        Split
        Strasbourg
        Tammerfors,Tampere
        Tartu
        Thessaloniki
        Toulouse
        Tours
        Trieste
        Tromsø,Tromsö
        Trondheim
        Turin,Torino
        Turku,Åbo
        Umeå
        Uppsala
        Utrecht
        Valencia
        Venedig,Venice,Venezia
        Verona
        Visby
        Västerås
        York
        Zürich
        Ålesund
        Ålborg,Aalborg
        Århus,Aarhus
        Örebro

        """

    private static let asianCities = """
        Agra
        Almaty
        Bangalore
        Bombay,Mumbai
        Brisbane
        Buchara,Bukhara
        Busan
        Calcutta,Kolkata
        Christchurch
        Chennai,Madras
        Delhi
        Dubai
        Fukuoka
        Haifa
        Hiroshima
        Ho Chi Minh City,Ho Chi Minh-staden,Saigon
        Hongkong,Hong Kong
        Jaipur
        Karachi
        Kobe
        Kyoto,Kioto
        Lahore
        Lhasa
        Macau,Macao
        Mecka,Mecca
        Medina
        Melbourne
        Mosul
        Nagasaki
        Nagoya
        Nara
        Novosibirsk
        Osaka
        Perth
        Petra
        Samara
        Samarkand
        Sapporo
        Shanghai
        Shenzhen
        Sydney
        Tel Aviv
        Vladivostok
        Xi'an

        """

    private static let africanCities = """
        Agadir
        Alexandria
        Aswan
        Bengasi,Benghazi
        Casablanca
        Constantine
        Dar es-Salaam,Dar es Salaam
        Durban
        Fez,Fès
        Giza
        Johannesburg
        Kano
        Lagos
        Luxor
        Marrakech,Marrakesh
        Mombasa
        Oran
        Sousse
        Tanger,Tangier
        Timbuktu,Tombouctou

        """

    private static let americanCities = """
        Acapulco
        Atlanta
        Belém
        Boston
        Calgary
        Cali
        Cancún
        Chicago
        Córdoba,Cordoba
        Cusco,Cuzco
        Dallas
        Denver
        Detroit
        George Town
        Guadalajara
        Guayaquil
        Halifax
        Houston
        Kansas City
        Las Vegas
        Los Angeles
        Medellín
        Miami
        Minneapolis
        Monterrey
        Montreal,Montréal
        New Orleans
        New York
        Oklahoma City
        Orlando
        Philadelphia
        Portland
        Quebec City
        Recife
        Rio de Janeiro
        Salt Lake City
        Salvador
        San Antonio
        San Diego
        San Francisco
        San Juan
        São Paulo
        Seattle
        Toronto
        Ushuaia
        Valparaíso
        Vancouver
        Winnipeg

        """
}
