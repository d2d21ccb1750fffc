import Foundation
import GameState
import Protocol

/// Approvals of packages by people, as the operator's folder keeps them: in the file `approved`, a line each of id, tag,
/// time and name. Bundled packages too.
///
/// An approval is of a text: a package that has changed since has another tag, and is approved no more.
struct Approvals {
    static let file = "approved"
    /// As many lines as a bank has packages.
    private static let maxBytes = 512 * 1024

    struct Approval: Equatable {
        let tag: String
        let time: ServerTime
        /// Empty where nobody said who.
        let by: String
    }

    private var lines: [String]

    /// - Throws: where a list is there and can't be read as a whole: what it holds is not to be lost.
    init(in folder: URL) throws(PackageRefusal) {
        guard FileManager.default.fileExists(atPath: folder.appendingPathComponent(Self.file).path)
        else {
            lines = []
            return
        }
        let bytes: [UInt8]
        do throws(PackageRefusal.Reason) {
            bytes = try PackageFile.bytes(of: Self.file, in: folder, limit: Self.maxBytes)
        } catch {
            throw PackageRefusal(file: Self.file, reason: error)
        }
        guard bytes.count <= Self.maxBytes else {
            throw PackageRefusal(file: Self.file, reason: .tooLong(limit: Self.maxBytes))
        }
        lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { String($0) }
    }

    /// The last one of each package counts.
    var all: [String: Approval] {
        lines.reduce(into: [:]) { all, line in
            guard let (id, approval) = Self.read(line) else { return }
            all[id] = approval
        }
    }

    mutating func remove(_ id: String) {
        lines.removeAll { Self.read($0)?.id == id }
    }

    mutating func set(_ id: String, _ approval: Approval) {
        remove(id)
        let time = Date(timeIntervalSince1970: Double(approval.time.ms / 1000))
            .formatted(.iso8601)
        lines.append("\(id) \(approval.tag) \(time) \(approval.by)")
    }

    var bytes: [UInt8] { Array(lines.map { "\($0)\n" }.joined().utf8) }

    /// Nil where a line is for people alone.
    private static func read(_ line: String) -> (id: String, approval: Approval)? {
        let parts = line.split(separator: " ", maxSplits: 3).map { String($0) }
        guard parts.count >= 3, !line.hasPrefix("#"),
            let time = try? Date(parts[2], strategy: .iso8601)
        else { return nil }
        let ms = Int64(time.timeIntervalSince1970 * 1000)
        let by = parts.count > 3 ? parts[3] : ""
        return (parts[0], Approval(tag: parts[1], time: ServerTime(ms: ms), by: by))
    }
}
