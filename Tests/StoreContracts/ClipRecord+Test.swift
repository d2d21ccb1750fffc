public import GameState
import Protocol

extension ClipRecord {
    /// The reveal of a round, two and a half seconds long.
    public static let test = ClipRecord(
        clip: Clip(id: ClipID(rawValue: "v1"), durationMs: 2_500, lufs: -19.5),
        kind: "reveal",
        refKey: "reveal",
        credit: VoiceCredit(provider: "espeak-ng", licence: "of \"its\" own")
    )
}
