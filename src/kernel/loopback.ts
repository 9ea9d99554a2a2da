const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** True if a call to this URL is encrypted, or stays on this machine. */
export function isPrivateCall(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed?.protocol === "https:") return true;
  return parsed?.protocol === "http:" && isLoopback(parsed.hostname);
}

/** True if a host name, as the URL parser writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
