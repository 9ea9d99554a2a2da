const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** True if a host name, as the URL parser writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
