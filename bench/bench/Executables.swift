/// Paths of the built programs.
struct Executables {
    var gateway: String
    var floor: String
    var loadtest: String
}
