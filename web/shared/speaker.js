// Which device sounds, of a session's screens and the host's own.

/** As the speaker of a session: the host's device, whatever connection it has. */
export const HOST_DEVICE = "host";

/** A screen sounds too where none is chosen. */
export function sounds({ seat, id }, speaker) {
  return seat.role === "HOST" ? speaker === HOST_DEVICE : !speaker || speaker === id;
}
