import HTTP
import LiveStore
import Protocol
import Rooms

/// Answers REST calls. Lives on the loop of the call's connection; what belongs to a session hops to
/// that session's loop and back.
struct Routes {
    let call: Call
    let done: @Sendable (Response) -> Void

    func answer(_ route: Route) {
        do {
            try handle(route)
        } catch let refused as Refused {
            done(.error(refused.error, retryAfterMs: refused.retryAfterMs))
        } catch let error as WireError {
            done(.error(error))
        } catch {
            done(.error(WireError(.internal, "this should not have happened")))
        }
    }

    private func handle(_ route: Route) throws {
        guard !CrossSite.sent(call.request, toSiteOf: call.services.configuration.publicURL) else {
            throw WireError(.forbidden, "not for a page of another site")
        }
        switch route {
        case .games: listGames()
        case .themes(let game): try offerThemes(of: game)
        case .createSession: try createSession()
        case .session(let id): try describe(id)
        case .endSession(let id): try endSession(id)
        case .joinByCode: try joinByCode()
        case .join(let id): try join(id)
        case .tv(let id): try admitTV(id)
        case .host(let id): try admitHost(id)
        case .handOver(let id): try handOver(id)
        case .refresh(let id): try refresh(id)
        case .pair(let id): try pair(id)
        case .qr(let id): try qr(id)
        case .asset(let id, let round, let clip): try asset(id, round, clip)
        case .makeRecovery(let id): try makeRecovery(of: id)
        case .recover: try recover()
        case .createPairing: try createPairing()
        case .pairing(let code): try pairing(code)
        case .health: done(Response(.ok, type: MediaType.text, body: "ok\n\(Product.version)\n"))
        case .ready: ready()
        case .metrics: metrics()
        case .trust: done(call.site.trust?.page(for: call.request) ?? .error(.noSuchPath))
        case .authority: done(call.site.trust?.certificate() ?? .error(.noSuchPath))
        case .file(let path): done(call.site.files.answer(path, to: call.request))
        case .socket, .echo, .broadcast:
            throw WireError(.badMessage, "this is for WebSockets")
        }
    }

    /// Runs `work` with the room of a session on that session's loop.
    func withRoom(
        _ session: SessionID,
        _ work: @escaping @Sendable (any AnyRoom, Shard) -> Void
    ) {
        let shard = call.services.directory.shard(of: session)
        let (address, done) = (call.address, done)
        shard.loop.execute {
            shard.room(session) { result in
                switch result {
                case .success(let room): work(room, shard)
                case .failure(let error):
                    if error.code == .notFound {
                        let limits = shard.services.addressLimits
                        _ = limits.take(.unknownSession, by: address, at: shard.loop.now)
                    }
                    done(.error(error))
                }
            }
        }
    }

    /// Keeps the refresh token of a new pair, then answers with both.
    func hand(
        _ pair: TokenIssuer.Pair,
        _ respond: @escaping @Sendable (TokenIssuer.Pair) -> Response
    ) {
        let done = done
        call.services.archive.store(pair.record) { result in
            switch result {
            case .success: done(respond(pair))
            case .failure:
                done(.error(.nothingSaved))
            }
        }
    }

    private func ready() {
        let done = done
        guard !call.shard.isDraining else {
            done(.error(.goingAway))
            return
        }
        call.site.readiness.report { report in
            guard !report.isReady else { return done(.json(.ok) { report.write(to: &$0) }) }
            let error = WireError(.degraded, "nothing can be committed here")
            var response = Response.json(Status(rawValue: error.code.httpStatus)) { writer in
                error.writeMembers(to: &writer)
                report.write(to: &writer)
            }
            response.headers.set("Retry-After", "1")
            done(response)
        }
    }

    private func metrics() {
        let services = call.services
        let done = done
        call.site.readiness.report { stores in
            done(
                Response(
                    .ok,
                    headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
                    body: services.metrics.exposition(
                        isStoreReached: stores.isStoreReached,
                        isArchiveReached: stores.isArchiveReached
                    )
                )
            )
        }
    }
}
