/// Works that belong together, as the document tells them.
struct Section {
    var title: String
    /// The work done, and what the figures count.
    var text: String
    var rows: [Row]
}
