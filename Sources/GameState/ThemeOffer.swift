/// Content available for a theme, before anybody wishes for it. Counts all content and names none.
public struct ThemeOffer: Equatable, Sendable {
    /// Themes of one language, those that most content has first.
    public var themes: [Theme]
    /// Content that answers to the host's words; nil where there were none.
    public var matching: Int?

    public struct Theme: Equatable, Sendable {
        public var text: String
        /// Content that has it.
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
