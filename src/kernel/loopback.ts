/** Names that no public DNS has (RFC 6761). */
const RESERVED = /\.(localhost|test)$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** True if a call to this URL is encrypted, or stays on this machine. */
export function isPrivateCall(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed?.protocol === "https:") return true;
  return parsed?.protocol === "http:" && isLoopback(parsed.hostname);
}

/** True if a host name is this machine, or one that nobody else can reach: tests run under `.test`. */
export function isUnreachable(hostname: string): boolean {
  return isLoopback(hostname) || RESERVED.test(hostname);
}

/** True if a host name, as the URL parser writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
