/// Seats of government: Swedish, English, then other forms in use. One city to a line.
extension Gazetteer {
    static let capitals = africanCapitals + asianCapitals + europeanCapitals + otherCapitals

    private static let africanCapitals = """
        Abuja
        Accra
        Addis Abeba,Addis Ababa
        Alger,Algiers
        Antananarivo
        Asmara
        Bamako
        Bangui
        Banjul
        Bissau
        Brazzaville
        Bujumbura
        Conakry
        Dakar
        Djibouti stad,Djibouti City,Djibouti
        Dodoma
        Freetown
        Gaborone
        Gitega
        Harare
        Juba
        Kairo,Cairo
        Kampala
        Kapstaden,Cape Town
        Khartoum
        Kigali
        Kinshasa
        Libreville
        Lilongwe
        Lomé
        Luanda
        Lusaka
        Malabo
        Maputo
        Maseru
        Mbabane
        Mogadishu
        Monrovia
        Moroni
        Nairobi
        N'Djamena
        Niamey
        Nouakchott
        Ouagadougou
        Port Louis
        Porto-Novo
        Praia
        Pretoria
        Rabat
        São Tomé
        Tripoli
        Tunis
        Victoria
        Windhoek
        Yamoussoukro
        Yaoundé

        """

    private static let asianCapitals = """
        Abu Dhabi
        Amman
        Ankara
        Asjchabad,Ashgabat
        Astana,Nur-Sultan
        Bagdad,Baghdad
        Baku
        Bandar Seri Begawan
        Bangkok
        Beirut
        Bisjkek,Bishkek
        Colombo
        Damaskus,Damascus
        Dhaka
        Dili
        Doha
        Dusjanbe,Dushanbe
        Hanoi
        Islamabad
        Jakarta
        Jerevan,Yerevan
        Jerusalem
        Kabul
        Katmandu,Kathmandu
        Kuala Lumpur
        Kuwait City,Kuwait stad
        Malé
        Manama
        Manila
        Muskat,Muscat
        Naypyidaw
        New Delhi
        Peking,Beijing
        Phnom Penh
        Pyongyang
        Ramallah
        Riyadh
        Sanaa
        Seoul,Söul
        Singapore
        Sri Jayewardenepura Kotte
        Taipei
        Tasjkent,Tashkent
        Tbilisi
        Teheran,Tehran
        Thimphu
        Tokyo,Tokio
        Ulan Bator,Ulaanbaatar
        Vientiane

        """

    private static let europeanCapitals = """
        Amsterdam
        Andorra la Vella
        Aten,Athens
        Belgrad,Belgrade
        Berlin
        Bern
        Bratislava
        Bryssel,Brussels,Bruxelles
        Budapest
        Bukarest,Bucharest
        Chișinău
        Dublin
        Helsingfors,Helsinki
        Köpenhamn,Copenhagen,København
        Kiev,Kyiv,Kyjiv
        Lissabon,Lisbon,Lisboa
        Ljubljana
        London
        Luxemburg,Luxembourg,Luxembourg City
        Madrid
        Minsk
        Monaco
        Moskva,Moscow
        Nicosia
        Oslo
        Paris
        Podgorica
        Prag,Prague,Praha
        Pristina
        Reykjavik,Reykjavík
        Riga
        Rom,Rome,Roma
        San Marino
        Sarajevo
        Skopje
        Sofia
        Stockholm
        Tallinn
        Tirana
        Tórshavn
        Vaduz
        Valletta
        Vilnius
        Warszawa,Warsaw
        Wien,Vienna
        Zagreb

        """

    private static let otherCapitals = """
        Apia
        Asunción
        Basseterre
        Belmopan
        Bogotá
        Brasília
        Bridgetown
        Buenos Aires
        Canberra
        Caracas
        Castries
        Funafuti
        Georgetown
        Guatemala City,Guatemala stad
        Havanna,Havana,La Habana
        Honiara
        Kingston
        Kingstown
        La Paz
        Lima
        Majuro
        Managua
        Mexico City,Mexiko City,Ciudad de México
        Montevideo
        Nassau
        Ngerulmud
        Nuku'alofa
        Nuuk,Godthåb
        Ottawa
        Palikir
        Panama City,Panama stad
        Paramaribo
        Port Moresby
        Port of Spain
        Port Vila
        Port-au-Prince
        Quito
        Roseau
        Saint George's
        Saint John's
        San José
        San Salvador
        Santiago,Santiago de Chile
        Santo Domingo
        Sucre
        Suva
        Södra Tarawa,South Tarawa,Tarawa
        Tegucigalpa
        Washington,Washington DC
        Wellington
        Yaren

        """
}
