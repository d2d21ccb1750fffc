/// Countries by continent: Swedish, English, then other forms in use. One country to a line.
extension Gazetteer {
    static let africanCountries = """
        Algeriet,Algeria
        Angola
        Benin
        Botswana
        Burkina Faso
        Burundi
        Centralafrikanska republiken,Central African Republic
        Demokratiska republiken Kongo,Democratic Republic of the Congo,Kongo-Kinshasa,\
        Democratic Republic of Congo,\
        DR Kongo,DR Congo,DRC,Congo-Kinshasa,Zaire
        Djibouti
        Egypten,Egypt
        Ekvatorialguinea,Equatorial Guinea
        Elfenbenskusten,Ivory Coast,Côte d'Ivoire
        Eritrea
        Eswatini,Swaziland
        Etiopien,Ethiopia
        Gabon
        Gambia,The Gambia
        Ghana
        Guinea
        Guinea-Bissau
        Kamerun,Cameroon
        Kap Verde,Cape Verde,Cabo Verde
        Kenya
        Komorerna,Comoros
        Kongo,Congo,Republiken Kongo,Republic of the Congo,Kongo-Brazzaville,Congo-Brazzaville
        Lesotho
        Liberia
        Libyen,Libya
        Madagaskar,Madagascar
        Malawi
        Mali
        Marocko,Morocco
        Mauretanien,Mauritania
        Mauritius
        Moçambique,Mozambique
        Namibia
        Niger
        Nigeria
        Rwanda
        São Tomé och Príncipe,São Tomé and Príncipe
        Senegal
        Seychellerna,Seychelles
        Sierra Leone
        Somalia
        Sudan
        Sydafrika,South Africa
        Sydsudan,South Sudan
        Tanzania
        Tchad,Chad
        Togo
        Tunisien,Tunisia
        Uganda
        Västsahara,Western Sahara
        Zambia
        Zimbabwe

        """

    static let asianCountries = """
        Afghanistan
        Armenien,Armenia
        Azerbajdzjan,Azerbaijan
        Bahrain
        Bangladesh
        Bhutan
        Brunei
        Filippinerna,Philippines
        Förenade Arabemiraten,United Arab Emirates,UAE,Emiraten,Emirates
        Georgien,Georgia
        Indien,India
        Indonesien,Indonesia
        Irak,Iraq
        Iran
        Israel
        Japan
        Jemen,Yemen
        Jordanien,Jordan
        Kambodja,Cambodia
        Kazakstan,Kazakhstan
        Kina,China
        Kirgizistan,Kyrgyzstan,Kirgizien
        Kuwait
        Laos
        Libanon,Lebanon
        Malaysia
        Maldiverna,Maldives
        Mongoliet,Mongolia
        Myanmar,Burma
        Nepal
        Nordkorea,North Korea
        Oman
        Pakistan
        Palestina,Palestine
        Qatar
        Saudiarabien,Saudi Arabia
        Singapore
        Sri Lanka,Ceylon
        Sydkorea,South Korea
        Syrien,Syria
        Tadzjikistan,Tajikistan
        Taiwan
        Thailand
        Turkiet,Turkey,Türkiye
        Turkmenistan
        Uzbekistan
        Vietnam
        Östtimor,East Timor,Timor-Leste

        """

    static let europeanCountries = """
        Albanien,Albania
        Andorra
        Belarus,Vitryssland
        Belgien,Belgium
        Bosnien och Hercegovina,Bosnia and Herzegovina,Bosnien,Bosnia
        Bulgarien,Bulgaria
        Cypern,Cyprus
        Danmark,Denmark
        Estland,Estonia
        Finland
        Frankrike,France
        Grekland,Greece
        Irland,Ireland
        Island,Iceland
        Italien,Italy
        Kosovo
        Kroatien,Croatia
        Lettland,Latvia
        Liechtenstein
        Litauen,Lithuania
        Luxemburg,Luxembourg
        Malta
        Moldavien,Moldova
        Monaco
        Montenegro
        Nederländerna,Netherlands,Holland
        Nordmakedonien,North Macedonia,Makedonien,Macedonia
        Norge,Norway
        Polen,Poland
        Portugal
        Rumänien,Romania
        Ryssland,Russia
        San Marino
        Schweiz,Switzerland
        Serbien,Serbia
        Slovakien,Slovakia
        Slovenien,Slovenia
        Spanien,Spain
        Storbritannien,United Kingdom,UK,Great Britain,Britain
        Sverige,Sweden
        Tjeckien,Czech Republic,Czechia
        Tyskland,Germany
        Ukraina,Ukraine
        Ungern,Hungary
        Vatikanstaten,Vatican City,Vatikanen,Vatican
        Österrike,Austria

        """
}
