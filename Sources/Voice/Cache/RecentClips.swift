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
