/// Works that belong together, as the document tells them.
struct Section {
    var title: String
    /// What was done, and what the figures count.
    var text: String
    var rows: [Row]
}
