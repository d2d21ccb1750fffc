public import GameState

/// A wish for the destination that comes next: the same wish to the same bank gives the same package.
public struct PackageWish: Codable, Equatable, Sendable {
    public var locale: String
    public var difficulty: RoundPackage.Difficulty
    /// The host's free words, at most 80 characters.
    public var theme: String?
    public var seed: UInt64
    /// From 0.
    public var roundIndex: Int
    /// Destinations of this session that must not come again.
    public var usedDestinations: [String]
    /// Not twice in a row, where it can be helped (G-88).
    public var previousCountry: String?
    /// A package that has been chosen already.
    public var pinned: String?
    /// The texts that were chosen with it; nil: those that the seed draws.
    public var wording: Wording?
    /// The host is to look at it, and may have parts of it replaced: it comes whole.
    @Added<Unasked> public var isPreview: Bool
    /// It comes with what is said in place of its texts (`say`).
    @Added<Unasked> public var isSpoken: Bool

    /// The host's, which remembers what it has had; nil in rules before the fifth.
    public var device: DeviceMark?

    /// In sessions of rules before the fifth nothing is asked for whole, and before the eighth nothing spoken.
    public enum Unasked: Default {
        public static let value = false
    }

    public init(
        locale: String,
        difficulty: RoundPackage.Difficulty,
        theme: String?,
        seed: UInt64,
        roundIndex: Int,
        usedDestinations: [String],
        previousCountry: String?,
        pinned: String?,
        wording: Wording? = nil,
        isPreview: Bool = false,
        isSpoken: Bool = false,
        device: DeviceMark? = nil
    ) {
        self.locale = locale
        self.difficulty = difficulty
        self.theme = theme
        self.seed = seed
        self.roundIndex = roundIndex
        self.usedDestinations = usedDestinations
        self.previousCountry = previousCountry
        self.pinned = pinned
        self.wording = wording
        self.isPreview = isPreview
        self.isSpoken = isSpoken
        self.device = device
    }
}

extension PackageWish {
    /// - Parameter preparation: with what the host has looked at already; nil before it has.
    init(of game: Tripto, _ preparation: Phase.Preparation? = nil, isPreview: Bool = false) {
        self.init(
            locale: game.settings.locale.rawValue,
            difficulty: game.settings.difficulty,
            theme: game.settings.theme,
            seed: game.settings.seed,
            roundIndex: game.roundsStarted,
            usedDestinations: game.memory.used(mayHostPlay: game.settings.hostMayPlay),
            previousCountry: game.memory.previousCountry,
            pinned: preparation?.chosen?.id,
            wording: preparation?.wording,
            isPreview: isPreview,
            isSpoken: game.rules >= .eighth,
            device: game.lobby.hostDevice
        )
    }
}

/// A wish may name the secret (`pinned`); printing it tells none.
extension PackageWish: CustomStringConvertible {
    public var description: String { "wish for content of round \(roundIndex)" }
}

/// Destinations that a session has seen, so that none comes twice (G-88).
struct DestinationMemory: Codable, Equatable, Sendable {
    /// Destinations that are remembered of each kind; the oldest is forgotten first.
    static let limit = 200

    private(set) var played: [String] = []
    /// Those the host had replaced.
    private(set) var rejected: [String] = []
    private(set) var previousCountry: String?
    /// Those that the host has looked at in the lobby; nil: none. Absent in sessions of rules before the sixth.
    private var shown: [String]?

    /// Those that must not come again: where the host plays along also what it has looked at before.
    func used(mayHostPlay: Bool) -> [String] {
        (mayHostPlay ? shown ?? [] : []) + played + rejected
    }

    /// A source that has nothing else may bring what the host has seen.
    func mayPlay(_ package: RoundPackage, by settings: Tripto.Settings) -> Bool {
        package.isPlayable
            && !(settings.hostMayPlay && shown?.contains(package.destination.id) == true)
    }

    /// A destination is in the lobby, where the host may look at it.
    mutating func show(
        _ destination: RoundPackage.Destination,
        by settings: Tripto.Settings,
        _ rules: RulesVersion
    ) {
        var shown = shown ?? []
        guard rules >= .sixth, !settings.hostMayPlay, !shown.contains(destination.id) else {
            return
        }
        Self.remember(destination.id, in: &shown)
        self.shown = shown
    }

    /// Another preview is wished for by other settings. The host never sees what was kept from it.
    mutating func replace(
        _ preview: Phase.Preview,
        _ former: Tripto.Settings,
        _ settings: Tripto.Settings
    ) {
        guard former.hostMayPlay, !settings.hostMayPlay, case .ready(let package, _) = preview
        else { return }
        reject(package.destination)
    }

    mutating func play(_ destination: RoundPackage.Destination) {
        Self.remember(destination.id, in: &played)
        previousCountry = destination.country
    }

    mutating func reject(_ destination: RoundPackage.Destination) {
        Self.remember(destination.id, in: &rejected)
    }

    /// When none is left that is new, old ones may come again: first those the host did not want.
    mutating func relax() {
        if rejected.isEmpty {
            played = []
        } else {
            rejected = []
        }
    }

    private static func remember(_ id: String, in list: inout [String]) {
        list.append(id)
        if list.count > limit { list.removeFirst() }
    }
}
