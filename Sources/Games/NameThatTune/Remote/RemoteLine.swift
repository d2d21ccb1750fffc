import Making
import Synchronization

/// Calls to a catalogue elsewhere, with a pass where it wants one: that is asked for once for all who wait, and held in memory
/// alone.
final class RemoteLine: Sendable {
    private typealias Asking = Task<Result<WebPass, RemoteFault>, Never>

    private struct State {
        var held: (pass: WebPass, until: ContinuousClock.Instant)?
        var asking: Asking?
    }

    private enum Source {
        case held(WebPass)
        case asked(Asking)
    }

    private let state = Mutex(State())
    private let remote: any RemoteProtocol
    private let reader: any WebReader
    /// Milliseconds of an answer.
    private let ms: Int64
    private let now: @Sendable () -> ContinuousClock.Instant

    init(
        _ remote: any RemoteProtocol,
        by reader: any WebReader,
        within ms: Int64,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.remote = remote
        self.reader = reader
        self.ms = ms
        self.now = now
    }

    /// - Parameter address: of the call.
    func tunes(
        at address: String,
        for call: RemoteCall
    ) async throws(RemoteFault) -> [RemoteFound] {
        let end = ContinuousClock.now + .milliseconds(ms)
        let pass = try await pass(besides: nil)
        var page = try await page(WebRequest(address, pass: pass), by: end)
        // It may have ended before its time.
        if page.status == 401, let pass {
            let next = try await self.pass(besides: pass)
            page = try await self.page(WebRequest(address, pass: next), by: end)
        }
        do throws(RemoteFault) {
            return try remote.tunes(in: page, for: call)
        } catch {
            var fault = error.answered(page.status)
            // The words of one session's host displeased it: other sessions go on.
            if page.status == 400 { fault.restSeconds = nil }
            throw fault
        }
    }

    private func page(
        _ request: WebRequest,
        by end: ContinuousClock.Instant
    ) async throws(RemoteFault) -> WebPage {
        let left = Int64((end - .now) / .milliseconds(1))
        do throws(WebFault) {
            guard left > 0 else { throw .slow }
            return try await reader.read(
                request,
                within: WebLimits(bytes: RemoteLimits.answerBytes, ms: left)
            )
        } catch {
            throw RemoteFault(error)
        }
    }

    // MARK: Passes

    /// Nil where none is wanted.
    ///
    /// - Parameter refused: a pass that is good for nothing any more.
    private func pass(besides refused: WebPass?) async throws(RemoteFault) -> WebPass? {
        guard let credentials = remote.credentials else { return nil }
        let source = state.withLock { state -> Source in
            if let held = state.held, held.pass != refused, now() < held.until {
                return .held(held.pass)
            }
            if let asking = state.asking { return .asked(asking) }
            let asking = Asking { await self.ask(credentials) }
            state.asking = asking
            return .asked(asking)
        }
        switch source {
        case .held(let pass): return pass
        case .asked(let asking): return try await asking.value.get()
        }
    }

    private func ask(_ credentials: ClientCredentials) async -> Result<WebPass, RemoteFault> {
        let start = now()
        do throws(RemoteFault) {
            let end = ContinuousClock.now + .milliseconds(ms)
            let page = try await page(credentials.request, by: end)
            let grant = try Self.grant(in: page, by: credentials)
            // One that ends on its way to the server is none.
            let spare = min(RemoteLimits.passSpareSeconds, grant.seconds / 2)
            let until = start + .seconds(grant.seconds - spare)
            state.withLock { $0 = State(held: (grant.pass, until)) }
            return .success(grant.pass)
        } catch {
            state.withLock { $0.asking = nil }
            var fault = error
            fault.cause.server = .accounts
            return .failure(fault)
        }
    }

    private static func grant(
        in page: WebPage,
        by credentials: ClientCredentials
    ) throws(RemoteFault) -> ClientCredentials.Grant {
        do throws(RemoteFault) {
            return try credentials.grant(in: page)
        } catch {
            throw error.answered(page.status)
        }
    }
}

extension RemoteFault {
    fileprivate func answered(_ status: Int) -> RemoteFault {
        var fault = self
        fault.cause.status = status
        return fault
    }
}
