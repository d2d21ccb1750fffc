/// Why a scenario can't be played on this machine.
struct Skipped: Error {
    let why: String
}
