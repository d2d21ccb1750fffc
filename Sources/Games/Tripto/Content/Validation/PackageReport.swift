/// Findings as an author or an operator reads them.
public enum PackageReport {
    /// A line for each finding, errors first: severity, path, rule, sentence. Empty without any.
    public static func render(_ findings: [Finding]) -> String {
        (findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning })
            .map { "\($0.severity.rawValue) \($0.path) [\($0.rule.rawValue)] \($0.sentence)\n" }
            .joined()
    }

    /// The same under the name of the file, indented.
    public static func render(_ findings: [Finding], file: String) -> String {
        let lines = render(findings).split(separator: "\n").map { "  \($0)\n" }.joined()
        return "\(file): \(lines.isEmpty ? "nothing found" : "\(findings.count) found")\n" + lines
    }
}
