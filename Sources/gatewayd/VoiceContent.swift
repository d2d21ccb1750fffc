import ArgumentParser
import Foundation
import Glibc
import Logging
import Programs
import Voice

/// Speaks what games may come to say, before anybody plays.
struct VoiceContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voice",
        abstract:
            "Have everything spoken that games may come to say, so that no round waits for it.",
        discussion: """
            A gateway does the same by itself while nobody plays; this does it now, at the lowest priority, and tells \
            how far it is. It may be ended at any time, and goes on where it was. What has changed since is spoken \
            anew, what is not needed any more gives way. Exit codes: 0 all that fits is there, 1 some lines can't be \
            said, 69 the voice, the disk or another process does not let it, 78 wrong configuration.
            """
    )

    @OptionGroup var voice: VoiceOptions
    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            let maxBytes = try voice.aheadBytes()
            guard maxBytes > 0 else {
                throw ValidationError("--clips-ahead (GATEWAY_CLIPS_AHEAD): 0 is for a gateway")
            }
            let quiet = Logger(label: "content") { _ in SwiftLogNoOpLogHandler() }
            guard let speaker = try voice.speaker(quiet) else {
                throw ExitCode.unavailable.told(
                    "no voice: nothing is spoken (espeak-ng would be one)"
                )
            }
            let script = try folders.desk().script()
            let place = folders.archive.directory
            try DataDirectory.make(place)
            try DataFile.workAsOwner(of: place)
            AsideThread.giveWay()
            let gauge = Gauge()
            let clips = ClipsAhead(
                speaker,
                directory: ClipsAhead.directory(in: place),
                maxBytes: maxBytes
            ) { gauge.tell($0) }
            try Self.tell(clips.make(script))
        }
    }

    private static func tell(_ end: AheadEnd) throws {
        switch end {
        case .complete(_, silent: 0), .full: print("\(end)")
        case .complete: throw ExitCode.differs.told("\(end)")
        case .diskFull, .unusable, .busy, .mute, .interrupted:
            throw ExitCode.unavailable.told("\(end)")
        }
    }

    /// A line now and then.
    private final class Gauge: @unchecked Sendable {
        private static let everySeconds = 1.0
        private var nextAt = Date()

        /// Called on one thread.
        func tell(_ report: AheadReport) {
            switch report {
            case .ended: break
            case .progress(let progress):
                guard Date() >= nextAt || progress.kept == progress.wanted else { return }
                nextAt = Date() + Self.everySeconds
                print("\(progress.kept) of \(progress.wanted) clips, \(progress.bytes >> 20) MiB")
                // A reader through a pipe waits for it too.
                fflush(nil)
            }
        }
    }
}
