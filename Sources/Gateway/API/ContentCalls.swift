import GameState
import HTTP
import Protocol
import Rooms

/// Content before it is played.
enum ContentCalls {
    /// Content that the host may pick, by the words of its game: what it finds is a secret of the host's.
    static func search(
        _ context: RequestContext,
        _ session: SessionID
    ) async throws -> Response {
        try context.requireHost(of: session)
        let name = try await context.on(session) { room, _ in room.gameName }
        guard let search = context.services.game(named: name)?.search else {
            throw WireError(.notFound, "nothing is picked in this game")
        }
        try context.limit(.contentSearch)
        var query = JSONObject()
        for item in context.request.target.query where query[item.name] == nil {
            query[item.name] = .string(item.value)
        }
        return Response(
            .ok,
            headers: ["Content-Type": MediaType.json, "Cache-Control": "no-store"],
            body: try await search(query, session)
        )
    }

    private static let themeCharacters = 1...80

    /// Has content made that is not there yet.
    static func order(
        _ context: RequestContext,
        _ session: SessionID
    ) async throws -> Response {
        let (game, book) = try await orders(context, session)
        let fields = FieldReader(try context.body())
        try fields.refuseOthers(than: ["theme", "locale"])
        guard let theme = try fields.text("theme", themeCharacters) else {
            throw fields.error("theme", "is missing")
        }
        guard let locale = try fields.text("locale", 1...8), game.themes("", locale) != nil else {
            throw fields.error("locale", "is a language of the game's")
        }
        try context.limit(.contentOrder)
        do throws(OrderBook.Refusal) {
            let taken = try book.take(OrderBook.Order(theme: theme, locale: locale), for: session)
            return .json(.accepted) { taken.write(to: &$0, game.offers) }
        } catch {
            context.services.addressLimits.giveBack(.contentOrder, by: context.address)
            switch error {
            case .unmakable: throw fields.error("theme", "is nothing to make content of")
            case .full(let retryAfterMs): throw APIError(.tooManyCalls, retryAfterMs: retryAfterMs)
            }
        }
    }

    static func listOrders(
        _ context: RequestContext,
        _ session: SessionID
    ) async throws -> Response {
        let (game, book) = try await orders(context, session)
        return .json(.ok) { writer in
            writer.key("orders")
            writer.beginArray()
            for order in book.orders(of: session) {
                writer.beginObject()
                order.write(to: &writer, game.offers)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    private static func orders(
        _ context: RequestContext,
        _ session: SessionID
    ) async throws -> (HostedGame, OrderBook) {
        try context.requireHost(of: session)
        let name = try await context.on(session) { room, _ in room.gameName }
        guard let game = context.services.game(named: name), let book = game.orders else {
            throw WireError(.notFound, "nothing is made to order in this game")
        }
        return (game, book)
    }
}

extension HostedGame {
    /// True where a host with that theme finds something.
    fileprivate func offers(_ order: OrderBook.Order) -> Bool {
        (themes(order.theme, order.locale)?.matching ?? 0) > 0
    }
}
