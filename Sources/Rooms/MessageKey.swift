package import Protocol

/// Whose command, and which (`msgId`).
package struct MessageKey: Hashable, Codable, Sendable {
    package var viewer: Viewer
    package var messageID: String

    package init(viewer: Viewer, messageID: String) {
        self.viewer = viewer
        self.messageID = messageID
    }
}
