/// Regions, islands, waters and sights that a guess may mean instead of a city or a country.
extension Gazetteer {
    static let landmarks = """
        Afrika,Africa
        Alaska
        Alperna,Alps,The Alps
        Amazonas,Amazon
        Antarktis,Antarctica
        Arizona
        Aruba
        Asien,Asia
        Azorerna,Azores
        Bali
        Bermuda
        Bohuslän
        Bora Bora
        Borneo
        Bretagne,Brittany
        Cayman Islands,Caymanöarna
        Eiffeltornet,Eiffel Tower
        England
        Europa,Europe
        Everest,Mount Everest
        Florida
        Franska Guyana,French Guiana
        Färöarna,Faroe Islands,Faroes
        Galápagos,Galápagosöarna,Galápagos Islands
        Gibraltar
        Gotland
        Grönland,Greenland
        Guadeloupe
        Guam
        Hawaii
        Ibiza
        Jersey
        Kalifornien,California
        Kansas
        Kilimanjaro
        Korea
        Korsika,Corsica
        Kreta,Crete
        Lappland,Lapland
        Loch Ness
        Machu Picchu
        Madeira
        Mallorca,Majorca
        Martinique
        Menorca,Minorca
        Montana
        Mykonos
        Niagarafallen,Niagara Falls
        Nordirland,Northern Ireland
        Nordkap,North Cape
        Nordpolen,North Pole
        Normandie,Normandy
        Nya Kaledonien,New Caledonia
        Oklahoma
        Provence
        Puerto Rico
        Påskön,Easter Island,Rapa Nui
        Quebec,Québec
        Rhodos,Rhodes
        Réunion
        Samos
        Santorini
        Sardinien,Sardinia
        Sibirien,Siberia
        Sicilien,Sicily
        Sinai
        Skottland,Scotland
        Stonehenge
        Sumatra
        Svalbard,Spetsbergen
        Sydpolen,South Pole
        Tahiti
        Tasmanien,Tasmania
        Teneriffa,Tenerife
        Texas
        Tibet
        Toscana,Tuscany
        Transsylvanien,Transylvania
        Uluru,Ayers Rock
        Utah
        Virginia
        Wales
        Yukon
        Zanzibar
        Öland

        """
}
