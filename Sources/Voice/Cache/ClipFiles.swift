import FoundationEssentials
import GameState
import Glibc
import OpenSSL
import Synchronization

/// Clips in a directory, so that a gateway that comes back need not say everything again.
///
/// A file is the SHA-256 of a WAV file, then the WAV file, or the same packed: one that is damaged is as good as none.
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
            let wav = Self.wav(Array(bytes[Self.digestBytes...])),
            Digest.sha256(wav).elementsEqual(bytes[..<Self.digestBytes]),
            let sound = try? Sound(wav: wav)
        else { return nil }
        let lufs = (Loudness.integrated(sound) * 10).rounded() / 10
        return VoiceClip(wav: wav, durationMs: sound.durationMs, lufs: lufs)
    }

    /// Puts it there, and sees to the limit now and then.
    func keep(_ clip: VoiceClip, as key: ClipKey) throws {
        try put(Digest.sha256(clip.wav) + clip.wav, as: key)
        let isDue = kept.withLock { kept in
            defer { kept += 1 }
            return kept % Self.keptBetweenLooks == 0
        }
        if isDue { try prune(keeping: key) }
    }

    /// Whole or not at all: written beside its place, then renamed into it (rename(2)).
    ///
    /// - Parameter bytes: of the file.
    func put(_ bytes: [UInt8], as key: ClipKey) throws {
        try makeDirectory()
        try Data(bytes).write(to: URL(filePath: path(key)), options: .atomic)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600],
            ofItemAtPath: path(key)
        )
    }

    /// A file for a clip that is wanted for long: it takes some time to be made, and half the disk.
    static func packed(_ clip: VoiceClip) -> [UInt8] {
        Digest.sha256(clip.wav) + PackedSound.packed(clip.wav)
    }

    /// Nil for what is neither.
    private static func wav(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.starts(with: "RIFF".utf8)
            ? bytes : PackedSound.wav(bytes, atMost: VoiceLimits.spokenBytes)
    }

    static func name(of key: ClipKey) -> String { key.name + suffix }

    private func makeDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private func path(_ key: ClipKey) -> String { "\(directory)/\(Self.name(of: key))" }

    /// A clip's file.
    struct Entry {
        let name: String
        let bytes: Int
        fileprivate let usedAt: Date
    }

    /// The least recently used first.
    private func entries() throws -> [Entry] {
        let files = FileManager.default
        var entries: [Entry] = []
        for name in try files.contentsOfDirectory(atPath: directory)
        where name.hasSuffix(Self.suffix) {
            // Another gateway with this directory may have removed it meanwhile.
            guard let about = try? files.attributesOfItem(atPath: "\(directory)/\(name)") else {
                continue
            }
            let usedAt = about[.modificationDate] as? Date ?? .distantPast
            entries.append(Entry(name: name, bytes: about[.size] as? Int ?? 0, usedAt: usedAt))
        }
        return entries.sorted { $0.usedAt < $1.usedAt }
    }

    /// The oldest go until the rest fits.
    private func prune(keeping key: ClipKey) throws {
        let entries = try entries()
        var byteCount = entries.reduce(0) { $0 + $1.bytes }
        for entry in entries where byteCount > maxBytes && entry.name != Self.name(of: key) {
            remove(entry)
            byteCount -= entry.bytes
        }
    }

    func remove(_ entry: Entry) { unlink("\(directory)/\(entry.name)") }
}

/// A folder that one process fills at a time.
extension ClipFiles {
    /// The folder's lock (flock(2)), for as long as it is wanted.
    struct Lock {
        fileprivate let list: Int32
        /// False where another process has it.
        let isHeld: Bool

        /// A child that has just been forked has the list open too, until it is another program: closed here
        /// alone, the lock would be held a moment longer.
        func release() {
            flock(list, LOCK_UN)
            close(list)
        }
    }

    /// Nil where there is no such folder, and none can be made.
    func lock() -> Lock? {
        guard (try? makeDirectory()) != nil else { return nil }
        let list = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard list >= 0 else { return nil }
        return Lock(list: list, isHeld: flock(list, LOCK_EX | LOCK_NB) == 0)
    }

    /// The least recently used first, once what others left unfinished is gone; for whoever holds the lock.
    func tidied() throws -> [Entry] {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where !name.hasSuffix(Self.suffix) { unlink("\(directory)/\(name)") }
        return try entries()
    }

    func isThere(_ key: ClipKey) -> Bool { access(path(key), F_OK) == 0 }

    func remove(_ key: ClipKey) { unlink(path(key)) }

    /// Its file's time is that of its last use.
    func markUse(of key: ClipKey) { utimensat(AT_FDCWD, path(key), nil, 0) }

    /// On its disk, for us.
    func freeBytes() -> Int {
        var facts = statvfs()
        guard statvfs(directory, &facts) == 0 else { return 0 }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
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
