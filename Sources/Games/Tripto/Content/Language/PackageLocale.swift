/// The languages there is a vocabulary for.
enum PackageLocale: String, CaseIterable, Sendable {
    case sv, en
}
