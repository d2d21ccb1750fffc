import Foundation
import Programs

/// FFmpeg, as programs that are run once for each question (ffmpeg(1), ffprobe(1)).
///
/// A file is their standard input, so no name of a file is an argument. What may be in it is named: no other protocol, list
/// or decoder is tried, whatever a file says that it is.
struct MusicTool: Sendable {
    static let usualFolder = "/usr/bin"

    private let folder: String
    private let readMs: Int

    /// - Parameters:
    ///   - folder: of both programs.
    ///   - readMs: limit for reading one file.
    init(folder: String = MusicTool.usualFolder, readMs: Int = MusicLimits.readMs) {
        self.folder = folder
        self.readMs = readMs
    }

    var isThere: Bool {
        ["ffmpeg", "ffprobe"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
        }
    }

    /// Opens the descriptor anew, so that the program may go back and forth in it (proc(5)).
    private static let input = "file:/proc/self/fd/0"
    private static let sounds = [
        "-format_whitelist", "mp3,mov,aac,flac,ogg,wav", "-protocol_whitelist", "file",
        "-codec_whitelist",
        "mp3float,mp3,aac,aac_latm,alac,flac,vorbis,opus,pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,"
            + "pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw,adpcm_ms,adpcm_ima_wav,"
            + Self.pictureCodecs,
    ]
    private static let pictureCodecs = "mjpeg,png,bmp,gif,webp"
    private static let pictures = [
        "-format_whitelist", "jpeg_pipe,png_pipe", "-protocol_whitelist", "file",
        "-codec_whitelist", Self.pictureCodecs,
    ]
    private static let quiet = ["-v", "error", "-threads", "1"]
    /// Pixels of a picture that is looked at.
    private static let maxPixels = ["-max_pixels", "50000000"]
    /// No tag, no version and no date comes through.
    private static let bare = [
        "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags", "+bitexact",
        "-threads", "1",
    ]

    private func run(
        _ program: String,
        _ arguments: [String],
        maxBytes: Int,
        isNice: Bool,
        on file: Int32
    ) throws(ProgramError) -> [UInt8] {
        try Program(
            path: "\(folder)/\(program)",
            arguments: arguments,
            maxMs: isNice ? readMs : MusicLimits.clipMs,
            maxBytes: maxBytes,
            maxMemoryBytes: MusicLimits.programBytes,
            isNice: isNice
        ).run(reading: file)
    }

    /// Kind, length, streams and tags of a file, as JSON.
    func tags(of file: Int32) throws(ProgramError) -> [UInt8] {
        let wanted =
            "format=duration:format_tags:stream=codec_type,codec_name,codec_tag_string,duration"
            + ":stream_disposition=attached_pic:stream_tags"
        let arguments =
            Self.quiet + Self.maxPixels + Self.sounds
            + ["-show_entries", wanted, "-of", "json", "-i", Self.input]
        return try run(
            "ffprobe",
            arguments,
            maxBytes: MusicLimits.tagBytes,
            isNice: true,
            on: file
        )
    }

    private func excerpt(_ fromMs: Int64) -> [String] {
        Self.quiet + ["-nostdin"] + Self.sounds
            + ["-ss", "\(fromMs)ms", "-t", "\(Self.clipMs)ms", "-i", Self.input, "-map", "0:a:0"]
    }

    /// The longest clip that a game may play.
    static let clipMs: Int64 = 30_000
    /// As the recordings of the book (`scripts/tunes`).
    static let (targetLUFS, peak, rate) = (-19.0, -1.0, 32_000)
    /// No gain makes a whisper of noise into music (dB).
    private static let maxGain = 30.0
    /// Below it nothing is heard.
    static let silenceLUFS = -55.0
    /// Bytes of a clip, with room for its header.
    private static let clipBytes = Int(clipMs) / 1_000 * rate * 2 + 4_096

    /// Integrated loudness of a clip (EBU R 128), in LUFS; nil where it is too short to have one.
    func loudness(of file: Int32, fromMs: Int64) throws(ProgramError) -> Double? {
        let filters =
            "aformat=channel_layouts=mono,ebur128=metadata=1,ametadata=mode=print:"
            + "key=lavfi.r128.I:file=-"
        let lines = try run(
            "ffmpeg",
            excerpt(fromMs) + ["-af", filters, "-f", "null", "-"],
            maxBytes: MusicLimits.tagBytes,
            isNice: false,
            on: file
        )
        let last = String(decoding: lines, as: UTF8.self).split(separator: "\n")
            .last { $0.hasPrefix("lavfi.r128.I=") }
        return last.flatMap { Double($0.dropFirst("lavfi.r128.I=".count)) }
    }

    private static let clipHeaderBytes = 44

    static func lengthMs(ofClip bytes: [UInt8]) -> Int64 {
        Int64(max(0, bytes.count - clipHeaderBytes)) * 1_000 / Int64(2 * rate)
    }

    /// A WAV file of one channel, as loud as the book's, that begins softly.
    func clip(of file: Int32, fromMs: Int64, at lufs: Double) throws(ProgramError) -> [UInt8] {
        let gain = min(Self.targetLUFS - lufs, Self.maxGain)
        let limit = pow(10, Self.peak / 20)
        let filters =
            "aformat=channel_layouts=mono,volume=\(gain)dB,"
            + "alimiter=limit=\(limit):attack=5:release=50:level=disabled,afade=t=in:d=0.3"
        let output = [
            "-af", filters, "-ar", "\(Self.rate)", "-c:a", "pcm_s16le", "-f", "wav", "-",
        ]
        return try run(
            "ffmpeg",
            excerpt(fromMs) + Self.bare + output,
            maxBytes: Self.clipBytes,
            isNice: false,
            on: file
        )
    }

    /// Place of a picture: what a file is asked for.
    enum PictureSource: Sendable {
        /// The one within a file of sound.
        case embedded
        /// The file is one.
        case file
    }

    /// A square JPEG of `CoverPair.side`, sharp or blurred, as good as its bytes allow.
    ///
    /// - Parameter quality: from 2, the best, to 31.
    func picture(
        of file: Int32,
        _ source: PictureSource,
        isBlurred: Bool,
        quality: Int
    ) throws(ProgramError) -> [UInt8] {
        let side = CoverPair.side
        let square =
            "scale=\(side):\(side):force_original_aspect_ratio=increase:flags=area,crop=\(side):\(side),setsar=1"
        // So few pixels that no letter and no face is left of it.
        let blur =
            ",scale=8:8:flags=area,scale=\(side):\(side):flags=bicubic,gblur=sigma=\(side / 16)"
        let inputs: [String]
        switch source {
        case .embedded: inputs = Self.sounds
        case .file: inputs = Self.pictures
        }
        let output =
            ["-map", "0:v:0", "-frames:v", "1"] + Self.bare
            + [
                "-vf", square + (isBlurred ? blur : "") + ",format=yuvj420p", "-c:v", "mjpeg",
                "-q:v", "\(quality)", "-f", "mjpeg", "-",
            ]
        return try run(
            "ffmpeg",
            Self.quiet + ["-nostdin"] + Self.maxPixels + inputs + ["-i", Self.input] + output,
            maxBytes: 4 * CoverPair.bytesEach,
            isNice: false,
            on: file
        )
    }
}

/// A cover in two forms that look alike from outside: a square JPEG of as many bytes, whatever is on it.
struct CoverPair: Equatable, Sendable {
    static let side = 400
    static let bytesEach = 96 << 10
    private static let qualities = [4, 8, 14, 22, 31]

    let sharp: [UInt8]
    let blurred: [UInt8]

    /// The picture of a file.
    ///
    /// - Throws: where there is none that can be shown.
    init(
        of file: Int32,
        _ source: MusicTool.PictureSource,
        by tool: MusicTool
    ) throws(ProgramError) {
        func fitting(isBlurred: Bool) throws(ProgramError) -> [UInt8] {
            for quality in Self.qualities {
                let picture = try tool.picture(
                    of: file,
                    source,
                    isBlurred: isBlurred,
                    quality: quality
                )
                guard picture.starts(with: [0xFF, 0xD8]) else { throw .failed(status: 0) }
                guard picture.count > Self.bytesEach else { return Self.padded(picture) }
            }
            throw .tooLong
        }
        sharp = try fitting(isBlurred: false)
        blurred = try fitting(isBlurred: true)
    }

    /// Nil unless the bytes are a pair.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 2 * Self.bytesEach else { return nil }
        sharp = Array(bytes[..<Self.bytesEach])
        blurred = Array(bytes[Self.bytesEach...])
    }

    var bytes: [UInt8] { sharp + blurred }

    /// Bytes behind the end of a JPEG are nothing to who draws it.
    private static func padded(_ picture: [UInt8]) -> [UInt8] {
        picture + [UInt8](repeating: 0, count: bytesEach - picture.count)
    }
}
