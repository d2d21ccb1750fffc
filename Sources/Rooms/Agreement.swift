/// Whether a room came to terms with what is stored.
enum Agreement {
    case reached
    /// The store could not be asked.
    case away
    /// What is stored makes no sense.
    case unreadable
}
