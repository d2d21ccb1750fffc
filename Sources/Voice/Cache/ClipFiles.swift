import FoundationEssentials
import GameState
import Glibc
import OpenSSL
import Synchronization

/// Clips in a directory, so that a gateway that comes back need not say everything again.
///
/// A file is the SHA-256 of a WAV file, then the WAV file: one that is damaged is as good as none.
final class ClipFiles: Sendable {
    private static let digestBytes = 32
    private static let suffix = ".clip"

    /// Clips kept between two looks at what there is: a look reads the whole directory.
    private static let keptBetweenLooks = 32

    let directory: String
    private let maxBytes: Int
    private let kept = Mutex(0)

    init(directory: String, maxBytes: Int) {
        self.directory = directory
        self.maxBytes = maxBytes
    }

    func clip(_ key: ClipKey) -> VoiceClip? {
        guard let data = FileManager.default.contents(atPath: path(key)),
            case let bytes = [UInt8](data), bytes.count > Self.digestBytes,
            case let wav = Array(bytes[Self.digestBytes...]),
            Digest.sha256(wav).elementsEqual(bytes[..<Self.digestBytes]),
            let sound = try? Sound(wav: wav)
        else { return nil }
        let lufs = (Loudness.integrated(sound) * 10).rounded() / 10
        return VoiceClip(wav: wav, durationMs: sound.durationMs, lufs: lufs)
    }

    /// Whole or not at all: written beside its place, then renamed into it (rename(2)).
    func keep(_ clip: VoiceClip, as key: ClipKey) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let bytes = Digest.sha256(clip.wav) + clip.wav
        try Data(bytes).write(to: URL(filePath: path(key)), options: .atomic)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(key))
        let isDue = kept.withLock { kept in
            defer { kept += 1 }
            return kept % Self.keptBetweenLooks == 0
        }
        if isDue { try prune(keeping: key) }
    }

    private func path(_ key: ClipKey) -> String { "\(directory)/\(key.name)\(Self.suffix)" }

    /// The oldest go until the rest fits.
    private func prune(keeping key: ClipKey) throws {
        let files = FileManager.default
        var kept: [(path: String, bytes: Int, madeAt: Date)] = []
        for name in try files.contentsOfDirectory(atPath: directory)
        where name.hasSuffix(Self.suffix) {
            let path = "\(directory)/\(name)"
            // Another gateway with this directory may have removed it meanwhile.
            guard let about = try? files.attributesOfItem(atPath: path) else { continue }
            let bytes = about[.size] as? Int ?? 0
            kept.append((path, bytes, about[.modificationDate] as? Date ?? .distantPast))
        }
        var byteCount = kept.reduce(0) { $0 + $1.bytes }
        kept.sort { $0.madeAt < $1.madeAt }
        for file in kept where byteCount > maxBytes && file.path != path(key) {
            try? files.removeItem(atPath: file.path)
            byteCount -= file.bytes
        }
    }
}

/// Names the contents of a clip: the same provider saying the same line, for the same listeners.
struct ClipKey: Hashable {
    /// SHA-256, in hexadecimal.
    let name: String

    /// - Parameter owner: the listeners. Clips made for one owner are not there for another, so
    ///   that nobody learns from a clip that comes at once what others will hear.
    init(_ line: VoiceLine, by provider: String, for owner: String) {
        var message: [UInt8] = []
        // Each with its length before it, so that no two lines give the same bytes.
        for part in [owner, provider, line.locale, line.text] {
            message += "\(part.utf8.count):".utf8
            message += part.utf8
        }
        name = Digest.sha256(message).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}

/// Clips in memory, within a number of bytes; the least recently used goes first.
struct RecentClips {
    private struct Kept {
        var clip: VoiceClip
        var lastUse: Int
    }

    private var kept: [ClipKey: Kept] = [:]
    private var uses = 0
    private(set) var byteCount = 0
    private let maxBytes: Int

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    mutating func clip(_ key: ClipKey) -> VoiceClip? {
        uses += 1
        kept[key]?.lastUse = uses
        return kept[key]?.clip
    }

    mutating func keep(_ clip: VoiceClip, as key: ClipKey) {
        guard clip.wav.count <= maxBytes else { return }
        uses += 1
        byteCount += clip.wav.count - (kept[key]?.clip.wav.count ?? 0)
        kept[key] = Kept(clip: clip, lastUse: uses)
        while byteCount > maxBytes,
            let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            kept[oldest.key] = nil
            byteCount -= oldest.value.clip.wav.count
        }
    }
}
