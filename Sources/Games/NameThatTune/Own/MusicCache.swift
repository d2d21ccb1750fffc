import Foundation
import OpenSSL

/// Clips and covers in a folder of the gateway's own, and what the files of the family's say of themselves: so that a
/// gateway that comes back need not ask again.
///
/// A file is the SHA-256 of the rest, a digest of what it was made of, then the thing itself: one that is damaged is as
/// good as none.
struct MusicCache: Sendable {
    private static let digestBytes = 32
    private static let suffix = ".made"
    private static let indexName = "index.json"
    private static let maxIndexBytes = 64 << 20

    let folder: String
    private let maxBytes: Int

    init(folder: String, maxBytes: Int = MusicLimits.keptBytes) {
        self.folder = folder
        self.maxBytes = maxBytes
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    /// - Parameter stamp: of what it is to be made of; nil: as it stands.
    func thing(_ name: String, of stamp: [UInt8]?) -> [UInt8]? {
        guard let data = FileManager.default.contents(atPath: path(name)),
            data.count > 2 * Self.digestBytes
        else { return nil }
        let bytes = [UInt8](data)
        let rest = Array(bytes[Self.digestBytes...])
        guard Digest.sha256(rest).elementsEqual(bytes[..<Self.digestBytes]),
            stamp == nil || rest.starts(with: stamp ?? [])
        else { return nil }
        return Array(rest[Self.digestBytes...])
    }

    /// Whole or not at all: written beside its place, then renamed into it (rename(2)).
    func keep(_ thing: [UInt8], _ name: String, of stamp: [UInt8]) throws {
        let rest = stamp + thing
        try write(Data(Digest.sha256(rest) + rest), to: path(name))
        prune(keeping: path(name))
    }

    func forget(_ name: String) { try? FileManager.default.removeItem(atPath: path(name)) }

    private func write(_ data: Data, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try data.write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// The oldest go until the rest fits.
    private func prune(keeping newest: String) {
        let files = FileManager.default
        var kept: [(path: String, bytes: Int, madeAt: Date)] = []
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasSuffix(Self.suffix) {
            let path = "\(folder)/\(name)"
            guard let about = try? files.attributesOfItem(atPath: path) else { continue }
            let bytes = about[.size] as? Int ?? 0
            kept.append((path, bytes, about[.modificationDate] as? Date ?? .distantPast))
        }
        var byteCount = kept.reduce(0) { $0 + $1.bytes }
        kept.sort { $0.madeAt < $1.madeAt }
        for file in kept where byteCount > maxBytes && file.path != newest {
            try? files.removeItem(atPath: file.path)
            byteCount -= file.bytes
        }
    }

    /// Knowledge of one file.
    struct Entry: Codable, Sendable {
        let file: MusicFile
        /// Nil where it is not played.
        var found: Found?
        var fault: MusicFault?
    }

    /// A tune of the family's, and what its clip is made by.
    struct Found: Codable, Sendable {
        let tune: Tune
        let durationMs: Int64?
        let hasPicture: Bool
        var album: String?
        var composer: String?

        var track: Track { Track(tune: tune, album: album, composer: composer) }
    }

    /// Empty where none is kept, or what is kept can't be read.
    func entries() -> [Entry] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.indexName)"),
            data.count <= Self.maxIndexBytes
        else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
    }

    func keep(_ entries: [Entry]) throws {
        try write(try JSONEncoder().encode(entries), to: "\(folder)/\(Self.indexName)")
    }
}
