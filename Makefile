# What a newcomer needs: `make run` plays, `make test` proves. Each target installs what it lacks.

PORT ?= 8080
DATA ?= ./data
LOCALE ?= sv
GAME ?=
SEED ?=
STORES ?= embedded
TLS ?=
ARGS ?=

BUILD_PACKAGES = libssl-dev libsqlite3-dev libqrencode-dev libhiredis-dev libpq-dev zlib1g-dev libsodium-dev libcurl4-openssl-dev
SERVER_PACKAGES = redis-server postgresql openssl python3
VOICE_PACKAGES = espeak-ng
MUSIC_PACKAGES = ffmpeg
TEST_PACKAGES = $(BUILD_PACKAGES) $(SERVER_PACKAGES) $(VOICE_PACKAGES) $(MUSIC_PACKAGES) curl nginx redis-sentinel redis-tools
# What single steps of the tests ask for as well: an outage at their start costs a minute, one in their middle an hour.
STEP_PACKAGES = chromium chromium-headless-shell fonts-dejavu-core libnss3-tools python3-venv caddy prometheus docker-compose \
	shellcheck binutils dpkg-dev mmdebstrap systemd-container buildah man-db mandoc iproute2
RELEASE = .build/release
SERVE = $(RELEASE)/gatewayd serve --listen 0.0.0.0:$(PORT) --data-dir $(DATA) --party $(GAME) \
	--party-settings '{"locale":"$(LOCALE)"}' $(if $(filter self-signed,$(TLS)),--tls-self-signed) $(ARGS)

# SwiftPM reads Package.swift again when the environment is another: it would not see that a game or its tests came or went.
export GAME_FOLDERS = $(sort $(wildcard Sources/Games/* Tests/*GameTests))

.PHONY: run cluster test soak unit e2e browser bench load sim faults conformance fuzz sanitize mutants abuse format \
	lint build package release installed deployment clean help

help:  ## Say what there is
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 12

run: build  ## Serve a game and print its links and QR; STORES=servers: on Redis and Postgres; TLS=self-signed: HTTPS
	@scripts/need $(VOICE_PACKAGES)
ifeq ($(GAME),name-that-tune)
	scripts/tunes $(DATA)/recordings/$(GAME)
endif
ifeq ($(STORES),servers)
	@scripts/need $(SERVER_PACKAGES)
	scripts/with-servers --keep $(DATA)/servers sh -c \
		'$(RELEASE)/gatewayd migrate && exec "$$0" "$$@"' $(SERVE)
else ifeq ($(STORES),embedded)
	$(SERVE)
else
	$(error STORES is embedded or servers, not $(STORES))
endif

cluster: build  ## Two gateways behind nginx, on Redis and Postgres, on this machine
	@scripts/need $(SERVER_PACKAGES) $(VOICE_PACKAGES) nginx curl
	scripts/with-servers --keep $(DATA)/servers \
		scripts/cluster $(PORT) $(DATA)/servers/logs '{"locale":"$(LOCALE)"}'

build:  ## Build the gateway for use
	@scripts/need $(BUILD_PACKAGES)
	scripts/build gatewayd

test:  ## Everything: format, tests, fuzzing, simulation, whole games, conformance, faults, abuse, browsers
	@scripts/need $(TEST_PACKAGES) $(STEP_PACKAGES)
	scripts/test

soak:  ## Hours: ten minutes a fuzzer, new evenings, all faults and conformance, sanitizers, mutants; ARGS="fuzz faults"
	@scripts/need $(TEST_PACKAGES) $(STEP_PACKAGES)
	scripts/soak $(ARGS)

unit:  ## The unit and property tests, side by side; those that need servers are in make test
	@scripts/need $(BUILD_PACKAGES) $(VOICE_PACKAGES) $(MUSIC_PACKAGES)
	SWIFT_BACKTRACE=enable=no swift test --disable-xctest \
		--skip '^(RedisTests|LiveStoreTests|ArchiveTests|GatewayTests)\.'

e2e:  ## Whole games by bots over real sockets, plain and TLS
	@scripts/need $(TEST_PACKAGES)
	scripts/e2e

sim:  ## Simulated evenings; SEED=7 plays that one and tells its story
	@scripts/need $(BUILD_PACKAGES)
	scripts/build simulate
	$(RELEASE)/simulate $(if $(SEED),--seed $(SEED) --verbose) $(ARGS)

browser: build  ## Whole games in a real browser
	@scripts/need $(VOICE_PACKAGES)
	scripts/browser

bench:  ## Figures beside a bare floor and peers; ARGS="--write docs/benchmarks.md"
	@scripts/need $(TEST_PACKAGES)
	scripts/bench $(ARGS)

load:  ## Bots against a gateway of their own; ARGS="storm --players 500 --seconds 30"
	@scripts/need $(TEST_PACKAGES)
	scripts/load $(if $(ARGS),$(ARGS),play)

faults:  ## Break gateways, stores, networks and clocks in play; ARGS="soak --minutes 30"
	@scripts/need $(TEST_PACKAGES)
	scripts/faults $(ARGS)

conformance: build  ## All of Autobahn's testsuite over ws and wss, and schemathesis on the REST calls
	@scripts/need $(TEST_PACKAGES)
	scripts/schema $(ARGS)
	scripts/conformance $(ARGS)

fuzz:  ## Ten minutes of libFuzzer for each parser of remote bytes; ARGS="--seconds 60 frames http"
	@scripts/need $(BUILD_PACKAGES)
	scripts/fuzz --seconds 600 $(ARGS)

sanitize:  ## The suites under the address and the thread sanitizer; ARGS="thread TransportTests"
	@scripts/need $(TEST_PACKAGES)
	scripts/sanitize $(ARGS)

mutants:  ## Do the tests notice small mistakes made on purpose? ARGS="--only Rules --id 17 --fresh"; an hour or more
	@scripts/need $(TEST_PACKAGES)
	scripts/mutants $(ARGS)

abuse:  ## Attack gateways beside a game whose players must not notice; ARGS="--only half-open"
	@scripts/need $(TEST_PACKAGES)
	scripts/abuse $(ARGS)

format:  ## Format all Swift code
	swift format -i -r Package.swift Sources Tests loadtest bench fuzz

lint:  ## Check the format of all Swift code
	swift format lint --strict -r Package.swift Sources Tests loadtest bench fuzz

package:  ## A Debian package, a tarball and an image, in .build/packages
	@scripts/need $(BUILD_PACKAGES)
	scripts/package

release: package  ## The packages with checksums and what they are made of (SPDX)
	scripts/release

installed: package  ## Each package installed in a bare Debian root, and a whole game played there
	scripts/installed

deployment: build  ## deploy/ by its own tools, a watched game, provoked alerts
	@scripts/need $(TEST_PACKAGES)
	scripts/build loadtest
	scripts/deployment

clean:
	rm -rf .build .build-*
