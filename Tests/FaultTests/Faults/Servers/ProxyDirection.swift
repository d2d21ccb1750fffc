/// The way that bytes go through a proxy.
enum ProxyDirection: Sendable {
    case toServer, fromServer
}
