/// What there is for a theme, before anybody wishes for it. Tells of all destinations and of none alone.
public struct ThemeOffer: Equatable, Sendable {
    /// Themes of one language, those of most destinations first.
    public var themes: [Theme]
    /// Destinations that answer to the host's words; nil where there were none.
    public var matching: Int?

    public struct Theme: Equatable, Sendable {
        public var text: String
        /// Destinations that have it.
        public var count: Int

        public init(_ text: String, count: Int) {
            self.text = text
            self.count = count
        }
    }

    public init(themes: [Theme], matching: Int?) {
        self.themes = themes
        self.matching = matching
    }
}
