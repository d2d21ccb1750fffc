import ArgumentParser
import Gateway
import Hosting
import Making
import Workshop

/// A catalogue of tunes elsewhere, as its options name it.
extension ContentOptions {
    private enum Speech: String {
        case itunes, spotify
    }

    /// An option with its variable, as messages name both.
    private struct Setting {
        let option: String
        let variable: String

        static let search = Setting(option: "--tune-search", variable: "GATEWAY_TUNE_SEARCH")
        static let accounts = Setting(option: "--tune-accounts", variable: "GATEWAY_TUNE_ACCOUNTS")

        func base(_ text: String, like example: String) throws -> WebBase {
            try ModelOptions.base(text, of: option, variable, "a URL like \(example)")
        }

        /// - Parameter path: what the gateway puts behind the base itself.
        /// - Returns: a base below which a key goes, or a token for it.
        func keyed(_ base: WebBase, without path: String) throws -> WebBase {
            guard base.origin.isTLS || base.origin.isAtHome else {
                throw error("the key would cross the internet in clear: it needs https://")
            }
            guard !base.path.hasSuffix(path) else {
                let place = "\(base.origin)\(base.path.dropLast(path.count))"
                throw error("\(path) is put behind it by the gateway: give \(place)")
            }
            return base
        }

        private func error(_ words: String) -> ValidationError {
            ValidationError("\(option) (\(variable)): \(words)")
        }
    }

    /// Nil where none is named.
    func remoteTunes() throws -> ServedContent.Remote? {
        let country = try Environment.text(tuneCountry, "GATEWAY_TUNE_COUNTRY").map { text in
            try Environment.value(
                text,
                of: "--tune-country",
                "GATEWAY_TUNE_COUNTRY",
                "two letters like SE"
            ) { text in
                let isCountry =
                    text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
                return isCountry ? text.uppercased() : nil
            }
        }
        let speech = try Environment.value(
            Environment.text(tuneProtocol, "GATEWAY_TUNE_PROTOCOL") ?? "itunes",
            of: "--tune-protocol",
            "GATEWAY_TUNE_PROTOCOL",
            "itunes or spotify"
        ) { Speech(rawValue: $0) }
        let home = try Environment.text(tuneSearch, Setting.search.variable).map { text in
            try Setting.search.base(text, like: "https://catalogue.example")
        }
        let accounts = Environment.text(tuneAccounts, Setting.accounts.variable)
        let key = try Environment.key(
            tuneKeyFile,
            of: "--tune-key-file",
            "GATEWAY_TUNE_KEY",
            for: "the tunes' catalogue"
        )
        switch speech {
        case .itunes:
            guard key == nil, accounts == nil else {
                throw ValidationError(
                    "--tune-key-file and --tune-accounts (GATEWAY_TUNE_KEY_FILE, GATEWAY_TUNE_ACCOUNTS) are "
                        + "for --tune-protocol spotify: the iTunes Search API has no keys"
                )
            }
            guard let home else { return nil }
            return ServedContent.Remote(
                base: "\(home.origin)\(home.path)",
                country: country,
                reader: try PublicWeb(home: home, client: Self.client)
            )
        case .spotify:
            guard let home else {
                throw ValidationError(
                    "--tune-protocol spotify (GATEWAY_TUNE_PROTOCOL) needs --tune-search "
                        + "(GATEWAY_TUNE_SEARCH), such as https://api.spotify.com"
                )
            }
            guard let key else {
                throw ValidationError(
                    "--tune-protocol spotify (GATEWAY_TUNE_PROTOCOL) needs --tune-key-file "
                        + "(GATEWAY_TUNE_KEY_FILE)"
                )
            }
            return try Self.spotify(at: home, accounts, key, country)
        }
    }

    private static let client = "tripto-gateway/\(Product.version)"
    private static let usualAccounts = "https://accounts.spotify.com"

    private static func spotify(
        at home: WebBase,
        _ accounts: String?,
        _ key: GivenKey,
        _ country: String?
    ) throws -> ServedContent.Remote {
        let place = try Setting.accounts.base(accounts ?? usualAccounts, like: usualAccounts)
        let home = try Setting.search.keyed(home, without: "/v1")
        let tokens = try Setting.accounts.keyed(place, without: "/api/token")
        guard let pass = WebPass(basic: key.text) else {
            throw key.error("an app's id and its secret with a colon between them", hasColon: true)
        }
        return ServedContent.Remote(
            base: "\(home.origin)\(home.path)",
            accounts: "\(tokens.origin)\(tokens.path)",
            key: pass,
            country: country,
            reader: try PublicWeb(home: home, accounts: tokens, client: client)
        )
    }
}
