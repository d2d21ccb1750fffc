/// Where the built programs are.
struct Executables {
    var gateway: String
    var floor: String
    var loadtest: String
}
