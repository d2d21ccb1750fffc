/// Names and slips of bots.
enum Words {
    private static let names = [
        "Astrid", "Björn", "Cecilia", "David", "Elsa", "Folke", "Greta", "Hugo", "Ingrid", "Johan",
        "Karin", "Lars", "Maja", "Nils", "Olivia", "Per", "Sigrid", "Tage", "Ulla", "Vera",
    ]

    static func name(_ index: Int) -> String {
        let name = names[index % names.count]
        return index < names.count ? name : "\(name) \(index / names.count + 1)"
    }

    /// Two letters of the middle change places.
    static func misspelled(_ name: String) -> String {
        var letters = Array(name)
        guard letters.count >= 4 else { return name + "x" }
        letters.swapAt(letters.count / 2 - 1, letters.count / 2)
        let misspelled = String(letters)
        return misspelled == name ? name + "x" : misspelled
    }
}
