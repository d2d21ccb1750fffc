import Transport

/// Finds the server and opens one connection to it, until commands may be sent; once.
///
/// Lives until it is done, or cancelled.
final class Dialer {
    typealias Outcome = Result<(pipeline: RedisPipeline, address: RedisAddress), RedisFailure>

    private let url: RedisURL
    private let name: String
    private let loop: EventLoop
    private let limits: RedisLimits
    private let done: (Outcome) -> Void
    private var isCancelled = false
    private var current: RedisPipeline?

    /// - Parameter done: called on the loop, not before `dial` has returned.
    init(
        _ url: RedisURL,
        name: String,
        loop: EventLoop,
        limits: RedisLimits,
        done: @escaping (Outcome) -> Void
    ) {
        self.url = url
        self.name = name
        self.loop = loop
        self.limits = limits
        self.done = done
    }

    /// - Parameter firstSentinel: where to begin among them.
    func dial(firstSentinel: Int) {
        switch url.place {
        case .server(let address): connect(to: address)
        case .master(let master, let sentinels):
            let first = firstSentinel % sentinels.count
            ask(sentinels[first...] + sentinels[..<first], for: master, lastFailure: .noMaster)
        }
    }

    func cancel() {
        isCancelled = true
        current?.end(.shutDown)
    }

    /// The sentinels in turn, until one knows the master.
    private func ask(
        _ sentinels: ArraySlice<RedisAddress>,
        for master: String,
        lastFailure: RedisFailure
    ) {
        guard let sentinel = sentinels.first else { return done(.failure(lastFailure)) }
        var answer: RedisAddress?
        let greeting = Greeting(toSentinelOf: master, credentials: url.credentials) { answer = $0 }
        attempt(sentinel, greeting) { [self] outcome in
            switch outcome {
            case .success(let (pipeline, _)):
                pipeline.end(.shutDown)
                if let answer { return connect(to: answer) }
                ask(sentinels.dropFirst(), for: master, lastFailure: .noMaster)
            case .failure(let failure):
                ask(sentinels.dropFirst(), for: master, lastFailure: failure)
            }
        }
    }

    private func connect(to address: RedisAddress) {
        attempt(address, Greeting(to: url, name: name), done)
    }

    // MARK: One server

    private func attempt(
        _ address: RedisAddress,
        _ greeting: Greeting,
        _ then: @escaping (Outcome) -> Void
    ) {
        find(address) { [self] found in
            guard !isCancelled else { return }
            switch found {
            case .success(let endpoints): attempt(endpoints[...], address, greeting, then)
            case .failure(let failure): then(.failure(failure))
            }
        }
    }

    private func find(
        _ address: RedisAddress,
        _ done: @escaping (Result<[Endpoint], RedisFailure>) -> Void
    ) {
        switch address {
        case .unix(let path): loop.afterTurn { done(.success([.unix(path: path)])) }
        case .tcp(let host, let port):
            HostLookup.own.find(host, on: loop) { numbers in
                let endpoints = numbers.map { Endpoint.tcp(ip: $0, port: port) }
                done(endpoints.isEmpty ? .failure(.unknownHost(host)) : .success(endpoints))
            }
        }
    }

    /// The endpoints of one host in turn, until one greets back well.
    private func attempt(
        _ endpoints: ArraySlice<Endpoint>,
        _ address: RedisAddress,
        _ greeting: Greeting,
        _ then: @escaping (Outcome) -> Void
    ) {
        guard let endpoint = endpoints.first else { return }
        let failed = { [self] (failure: RedisFailure) in
            current = nil
            if isCancelled { return }
            if endpoints.count == 1 { return then(.failure(greeting.explained(failure))) }
            attempt(endpoints.dropFirst(), address, greeting, then)
        }
        do throws(RedisFailure) {
            let pipeline = try RedisPipeline(endpoint, loop: loop, limits: limits)
            current = pipeline
            pipeline.ended = failed
            greet(pipeline, greeting) { [self, unowned pipeline] in
                pipeline.ended = { _ in }
                current = nil
                then(.success((pipeline, address)))
            }
        } catch {
            failed(error)
        }
    }

    private func greet(
        _ pipeline: RedisPipeline,
        _ greeting: Greeting,
        _ welcomed: @escaping () -> Void
    ) {
        var left = greeting.questions.count
        for (command, check) in greeting.questions {
            // A lost connection is reported by `ended`.
            pipeline.send(command) { [unowned pipeline] result in
                guard case .success(let reply) = result else { return }
                if let failure = check(reply) { return pipeline.end(failure) }
                left -= 1
                if left == 0 { welcomed() }
            }
        }
    }
}

/// A place to connect to without a look-up: a number, or a path.
enum Endpoint: Hashable, Sendable {
    case tcp(ip: String, port: UInt16)
    case unix(path: String)

    var address: RedisAddress {
        switch self {
        case .tcp(let ip, let port): .tcp(host: ip, port: port)
        case .unix(let path): .unix(path: path)
        }
    }
}
