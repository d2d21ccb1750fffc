// The game's address for guests. Where the operator has configured one, or this page came by one that leads each device
// to itself, the document's is it. Otherwise this page's own is as good, and better where the gateway can't see by which it
// is reached: in a container, or after the network gave the machine another one.

const ALONE = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/;

/** @param session of the document. @returns the link for players. */
export function joinLink({ joinUrl }) {
  const isOpen = document.querySelector('meta[name="address"]') !== null && !ALONE.test(location.hostname);
  return isOpen ? location.origin + joinUrl.slice(new URL(joinUrl).origin.length) : joinUrl;
}

/** Host and port, for people to type. */
export function homeOf(session) {
  return new URL(joinLink(session)).host;
}
