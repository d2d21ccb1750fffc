import GameState
import Protocol

/// A clip's row in its table. The sound is not stored: a gateway makes it again.
struct ClipWrite {
    let write: Write

    init(_ record: ClipRecord, of round: RoundID, in session: SessionID) {
        let clip = record.clip
        var licence = JSONWriter()
        licence.beginObject()
        licence.key("provider")
        licence.value(record.credit.provider)
        licence.key("licence")
        licence.value(record.credit.licence)
        licence.endObject()
        write = Write(
            .clipMade,
            [
                .id(clip.id), .id(round), .text(record.kind), .text(record.refKey),
                .text("/v1/sessions/\(session)/rounds/\(round)/assets/\(clip.id)"),
                .integer(clip.durationMs), .real(clip.lufs), .utf8(licence.bytes),
            ]
        )
    }
}
