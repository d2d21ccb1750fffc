extension Gazetteer {
    static let americanCountries = """
        Antigua och Barbuda,Antigua and Barbuda,Antigua
        Argentina
        Bahamas
        Barbados
        Belize
        Bolivia
        Brasilien,Brazil
        Chile
        Colombia
        Costa Rica
        Dominica
        Dominikanska republiken,Dominican Republic
        Ecuador
        El Salvador
        Grenada
        Guatemala
        Guyana
        Haiti
        Honduras
        Jamaica
        Kanada,Canada
        Kuba,Cuba
        Mexiko,Mexico
        Nicaragua
        Panama
        Paraguay
        Peru
        Saint Kitts och Nevis,Saint Kitts and Nevis
        Saint Lucia
        Saint Vincent och Grenadinerna,Saint Vincent and the Grenadines,Saint Vincent
        Surinam,Suriname
        Trinidad och Tobago,Trinidad and Tobago,Trinidad
        Uruguay
        USA,United States,United States of America,Förenta staterna,Amerika,America
        Venezuela

        """

    static let oceanianCountries = """
        Australien,Australia
        Fiji
        Kiribati
        Marshallöarna,Marshall Islands
        Mikronesien,Micronesia
        Nauru
        Nya Zeeland,New Zealand
        Palau
        Papua Nya Guinea,Papua New Guinea
        Salomonöarna,Solomon Islands
        Samoa
        Tonga
        Tuvalu
        Vanuatu

        """
}
