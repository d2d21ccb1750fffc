import Foundation

/// One line that is written over, where somebody watches.
enum Progress {
    static func show(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    static func clear() {
        show("")
    }
}
