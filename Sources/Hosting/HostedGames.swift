import Accounts
public import Archive
public import Foundation
public import GameState
public import Gateway
public import Logging
public import Making
import NameThatTuneGame
import OpenSSL
public import TriptoGame

/// The games of this gateway, a line each: nothing else outside of a game's own folders names it.
public enum HostedGames {
    /// The first is the default.
    private static let lines = [
        Line(tripto(nil, nil), Tripto.self, keeping: Tripto.schema) {
            var game = tripto(try PackageLibrary($0), try shelf($0.bundled, own: $0.own))
            game.orders = $0.orders
            return game
        },
        Line(tunes(nil, own: nil), NameThatTune.self, keeping: NameThatTune.schema) {
            tunes(
                try TuneBook($0),
                own: $0.music.map(MusicLibrary.init),
                remote: $0.remoteTunes,
                questions: $0.tuneQuestions
            )
        },
    ]

    private struct Line: Sendable {
        /// Used where inputs are only replayed: their content is among them.
        let replayed: HostedGame
        let type: any Game.Type
        /// Its tables in the archive beside those of all games.
        let schema: GameSchema?
        let served: @Sendable (ServedContent) throws -> HostedGame

        /// A game that needs no content, and no tables but those of all games.
        init<G: Game>(_ type: G.Type) where G.Wish == Never {
            self.init(.hosting(type), type) { _ in .hosting(type) }
        }

        init(
            _ replayed: HostedGame,
            _ type: any Game.Type,
            keeping schema: GameSchema? = nil,
            served: @escaping @Sendable (ServedContent) throws -> HostedGame
        ) {
            self.replayed = replayed
            self.type = type
            self.schema = schema
            self.served = served
        }
    }

    public static let types = lines.map(\.type)

    /// Tables beside those of all games: of each game that has some, and of accounts.
    public static let schemas = lines.compactMap(\.schema) + [AccountTables.schema]

    /// Without content.
    public static let replayed = lines.map(\.replayed)

    public static func served(with content: ServedContent) throws -> [HostedGame] {
        try lines.map { try $0.served(content) }
    }

    /// The content of a game for operators: of the one that has packages.
    public typealias Desk = PackageDesk

    public static func desk(_ bundled: ContentPlace, own: URL) throws -> Desk {
        PackageDesk(bundled: try bundled.packages(), own: own)
    }

    /// The same content for whoever approves it.
    public typealias Shelf = ReviewShelf

    public static func shelf(_ bundled: ContentPlace, own: URL) throws -> Shelf {
        ReviewShelf(try bundled.packages(), own)
    }

    public static let approvedFile = ReviewShelf.approvedFile

    /// Wish for content that is yet to be made, for the same game.
    public typealias Wish = MakingWish

    /// - Parameter players: models that guess at what is made, to measure how hard it is.
    public static func series(_ wish: Wish, players: Int) -> any Series {
        PackageSeries(wish, players: players)
    }

    /// From the wish as it is kept; nil for what is none.
    public static func series(wish: Data, players: Int) -> (any Series)? {
        (try? JSONDecoder().decode(Wish.self, from: wish)).map { series($0, players: players) }
    }

    /// Of the models that guess.
    public static var maxPlayers: Int { PackageSeries.maxPlayers }

    private static func tunes(
        _ book: TuneBook?,
        own: MusicLibrary?,
        remote: RemoteTunes? = nil,
        questions: TuneQuestions? = nil
    ) -> HostedGame {
        let shelf = book.map {
            TuneShelf($0, own: own, remote: remote, questions: questions)
        }
        return .hosting(
            NameThatTune.self,
            recordings: { shelf?.file(of: $0) },
            pictures: { shelf?.file(of: $0) },
            ownContent: { own.map { OwnContent($0.stock) } },
            search: shelf.map { $0.found }
        ) { wish, archive, session in
            let lately = await wish.device?.tunes(in: archive) ?? []
            return await shelf?.tune(for: wish, lately: lately, of: session)
        }
    }

    private static func tripto(_ library: PackageLibrary?, _ shelf: ReviewShelf?) -> HostedGame {
        .hosting(
            Tripto.self,
            themes: { theme, locale in
                Tripto.Settings.Locale(rawValue: locale).flatMap {
                    library?.bank.offer(theme: theme, locale: $0.rawValue)
                }
            },
            desk: shelf.map { shelf -> HostedGame.Desk in { ReviewDesk(shelf, $0) } },
            script: { library?.bank.script ?? [] }
        ) { wish, archive in
            let memory = await wish.device?.memory(in: archive)
            return library?.bank.content(for: wish, memory: try? memory?.get())
        }
    }
}

/// Place of the content that comes with this program.
public enum ContentPlace: Sendable {
    case folder(URL)
    /// In the build itself, as each game has it.
    case build
}

/// Content that is served: what comes with this program, and the operator's own beside it.
public struct ServedContent: Sendable {
    let bundled: ContentPlace
    let own: URL
    let recordings: URL
    let isApprovedAlone: Bool
    /// Nil where the family has none, or keeps it to itself.
    let music: Music?
    /// Nil where the operator names none.
    let remote: Remote?
    /// Of the game that `HostedGames.Wish` is for; nil where nothing is made to order.
    let orders: OrderBook?
    /// Nil where the operator names none.
    let model: (any LanguageModel)?
    let data: URL
    let log: Logger

    /// The family's own music.
    struct Music {
        let folder: URL
        let data: URL
        let log: Logger
    }

    /// A catalogue of tunes elsewhere.
    public struct Remote: Sendable {
        let base: String
        let speech: RemoteSpeech
        let country: String?
        let reader: any WebReader

        /// - Parameters:
        ///   - base: of a server that speaks the iTunes Search API.
        ///   - country: whose shop is asked; nil: as the server likes.
        public init(base: String, country: String?, reader: any WebReader) {
            self.base = base
            speech = .iTunes
            self.country = country
            self.reader = reader
        }

        /// - Parameters:
        ///   - base: of a server that speaks Spotify's Web API.
        ///   - accounts: base of the server that gives tokens for it.
        ///   - key: id and secret of the operator's app.
        ///   - country: as above.
        public init(
            base: String,
            accounts: String,
            key: WebPass,
            country: String?,
            reader: any WebReader
        ) {
            self.base = base
            speech = .spotify(accounts: accounts, key: key)
            self.country = country
            self.reader = reader
        }

        /// The server whose trouble it is, and what it answers.
        fileprivate func metadata(of cause: RemoteCause?) -> Logger.Metadata {
            var metadata: Logger.Metadata =
                switch (speech, cause?.server) {
                case (.spotify(let accounts, _), .accounts): ["server": "\(accounts)"]
                case (.spotify, .catalogue), (.spotify, nil), (.iTunes, _): ["server": "\(base)"]
                }
            metadata["status"] = cause?.status.map { "\($0)" }
            metadata["oauth"] = cause?.refusal.map { "\($0.rawValue)" }
            return metadata
        }

        /// Its servers, and what they speak.
        fileprivate var metadata: Logger.Metadata {
            switch speech {
            case .iTunes: ["protocol": "itunes", "server": "\(base)"]
            case .spotify(let accounts, _):
                ["protocol": "spotify", "server": "\(base)", "accounts": "\(accounts)"]
            }
        }
    }

    /// - Parameters:
    ///   - own: need not be there yet.
    ///   - recordings: of all games, a folder of its own for each; need not be there yet.
    ///   - isApprovedAlone: true where nothing is played but what a person has approved, in games that have approvals.
    ///   - music: the family's own; nil: there is none.
    ///   - remote: nil: there is none.
    ///   - orders: nil: nothing is made to order.
    ///   - model: asked while games are played; nil: there is none.
    ///   - data: where what is made of the music is kept.
    public init(
        bundled: ContentPlace,
        own: URL,
        recordings: URL,
        isApprovedAlone: Bool,
        music: URL?,
        remote: Remote? = nil,
        orders: OrderBook? = nil,
        model: (any LanguageModel)? = nil,
        data: URL,
        log: Logger
    ) {
        self.bundled = bundled
        self.own = own
        self.recordings = recordings
        self.isApprovedAlone = isApprovedAlone
        self.music = music.map { Music(folder: $0, data: data, log: log) }
        self.remote = remote
        self.orders = orders
        self.model = model
        self.data = data
        self.log = log
    }

    /// Nil where the operator names no model.
    fileprivate var tuneQuestions: TuneQuestions? {
        guard let model else { return nil }
        return TuneQuestions(model, data: data) { [log] news in
            switch news {
            case .dropped(let fault):
                log.warning("a question about a tune is dropped", metadata: ["why": "\(fault)"])
            case .trouble(let why):
                log.warning("the model puts no questions about tunes", metadata: ["why": "\(why)"])
            case .back: log.notice("the model puts questions about tunes again")
            case .spent: log.notice("the model has put enough questions about tunes for now")
            case .notKept(let folder):
                log.warning(
                    "questions about tunes can't be kept",
                    metadata: ["folder": "\(folder)"]
                )
            }
        }
    }

    /// Nil where the operator names no catalogue elsewhere.
    fileprivate var remoteTunes: RemoteTunes? {
        guard let remote else { return nil }
        log.notice("a remote catalogue of tunes is on", metadata: remote.metadata)
        return RemoteTunes(
            base: remote.base,
            speaking: remote.speech,
            country: remote.country,
            by: remote.reader
        ) { [log] news, cause in
            let place = remote.metadata(of: cause)
            switch news {
            case .trouble(let trouble):
                let why: Logger.Metadata = ["why": "\(trouble.rawValue)"]
                log.warning(
                    "the remote catalogue of tunes gives nothing",
                    metadata: place.merging(why) { $1 }
                )
            case .keyRefused:
                log.warning(
                    "the remote catalogue of tunes refuses the operator's key",
                    metadata: place
                )
            case .noPreviews:
                let why = "Spotify gives none to apps that were registered since 27 November 2024"
                log.warning(
                    "the remote catalogue of tunes has no preview of what it found, and none is offered",
                    metadata: place.merging(["perhaps": "\(why)"]) { $1 }
                )
            case .back:
                log.notice("the remote catalogue of tunes is back", metadata: place)
            case .programMissing:
                log.warning("no remote tune is played without ffmpeg, which is not installed here")
            }
        }
    }
}

extension ContentPlace {
    fileprivate func packages() throws -> URL {
        switch self {
        case .folder(let folder): folder
        case .build: try PackageBank.bundledFolder()
        }
    }
}

extension OwnContent {
    fileprivate init(_ stock: MusicLibrary.Stock) {
        self.init(
            count: stock.tunes,
            refused: stock.refused,
            isReading: stock.isReading,
            isPlayable: stock.isPlayable
        )
    }
}

extension MusicLibrary {
    fileprivate convenience init(_ music: ServedContent.Music) {
        let log = music.log
        let place: Logger.Metadata = ["folder": "\(music.folder.path)"]
        self.init(folder: music.folder, data: music.data) { news in
            switch news {
            case .reading(let left):
                log.info(
                    "own music is being read",
                    metadata: place.merging(["left": "\(left)"]) { $1 }
                )
            case .read(let tunes, let refused):
                let counts: Logger.Metadata = ["tunes": "\(tunes)", "refused": "\(refused)"]
                log.info("own music read", metadata: place.merging(counts) { $1 })
            case .refused(let refusal):
                log.warning("a file of the own music is left out", metadata: ["why": "\(refusal)"])
            case .refusedToo(let count):
                log.warning(
                    "more files of the own music are left out",
                    metadata: ["count": "\(count)"]
                )
            case .tooMany(let limit):
                log.warning(
                    "the own music is too much, and the rest is left out",
                    metadata: place.merging(["limit": "\(limit)"]) { $1 }
                )
            case .folderAway:
                log.warning("the folder of the own music can't be listed", metadata: place)
            case .folderBack:
                log.notice("the folder of the own music is back", metadata: place)
            case .programMissing:
                log.warning("no own music is played without ffmpeg, which is not installed here")
            case .programHangs:
                log.warning("ffmpeg takes too long, so no own music is played for now")
            case .programBack:
                log.notice("ffmpeg works again, and own music is played")
            case .notKept(let folder):
                log.warning(
                    "what is made of the own music can't be kept",
                    metadata: ["folder": "\(folder)"]
                )
            }
        }
    }
}

extension PackageBank {
    fileprivate init(_ place: ContentPlace) throws {
        switch place {
        case .folder(let folder): try self.init(folder: folder)
        case .build: self = try .bundled()
        }
    }
}

extension ReviewShelf {
    fileprivate convenience init(_ bundled: URL, _ own: URL) {
        self.init(bundled: bundled, own: own, digest: Self.tag)
    }

    /// As long as nobody makes another text to.
    fileprivate static let tag: ApprovedAlone.Tag = { bytes in
        Digest.sha256(bytes).prefix(16).map { String(0x100 + Int($0), radix: 16).dropFirst() }
            .joined()
    }
}

extension TuneBook {
    fileprivate init(_ content: ServedContent) throws {
        let folder =
            switch content.bundled {
            case .folder(let folder): folder.appending(path: "tunes")
            case .build: try Self.bundledFolder()
            }
        let recordings = content.recordings.appending(path: NameThatTune.name)
        try self.init(folder: folder, recordings: recordings)
        for refusal in refusals {
            content.log.warning("a tune is left out", metadata: ["why": "\(refusal)"])
        }
        if !hasRecordings {
            content.log.notice(
                "no tune has a recording, so none is played; scripts/tunes makes them",
                metadata: ["folder": "\(recordings.path)"]
            )
        }
    }
}

extension PackageLibrary {
    fileprivate convenience init(_ content: ServedContent) throws {
        let log = content.log
        let alone =
            content.isApprovedAlone
            ? ApprovedAlone(bundled: try content.bundled.packages(), tag: ReviewShelf.tag) : nil
        try self.init(
            bundled: PackageBank(content.bundled),
            folder: content.own,
            approvedAlone: alone
        ) { news in
            let place: Logger.Metadata = ["folder": "\(content.own.path)"]
            switch news {
            case .read(let packages, let retired, let approved):
                if approved == 0 {
                    log.warning("no package is approved, so none is played", metadata: place)
                }
                guard packages + retired > 0 || approved != nil else { return }
                var counts: Logger.Metadata = ["packages": "\(packages)", "retired": "\(retired)"]
                counts["approved"] = approved.map { "\($0)" }
                log.info("content read", metadata: place.merging(counts) { $1 })
            case .refused(let refusal):
                // Each finding is a line, and one entry is wanted, whatever the file is called.
                let why = "\(refusal)".split(whereSeparator: \.isNewline).joined(separator: " ")
                log.warning("a package is left out", metadata: ["why": "\(why)"])
            case .unreadable(let error):
                log.error("content can't be read", error: error, metadata: place)
            }
        }
    }
}
