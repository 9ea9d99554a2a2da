import { isLoopback } from "../../kernel/loopback.ts";

/** Rules for webhook addresses, in addition to the public internet. */
export interface DestinationRules {
  /** The service's own address, which no webhook may call. */
  publicUrl: string;
  /** Local development: this machine may be called, also over http. */
  allowsLoopback: boolean;
}

const MAX_URL_LENGTH = 2_048;
/** Ports of web servers. Other ports belong to mail servers, databases and administration. */
const PORTS: ReadonlySet<string> = new Set(["", "443", "8443"]);
/** Domains that are not public names (RFC 6761, RFC 6762, RFC 8375, RFC 9476), or stand for loopback by custom. */
const PRIVATE_DOMAINS = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "arpa",
  "alt",
  "onion",
  "invalid",
  "nip.io",
  "sslip.io",
  "xip.io",
  "localtest.me",
  "lvh.me",
  "vcap.me",
];
const IPV4 = /^\d+(\.\d+){3}$/;

/**
 * Returns why a webhook endpoint must not have this address. Null for a permitted address. The URL parser has already
 * normalised every notation of an IPv4 address to four numbers, and names to lower-case ASCII. The addresses of a
 * public name are unknown here; see docs/security.md.
 */
export function destinationProblem(address: string, { publicUrl, allowsLoopback }: DestinationRules): string | null {
  const url = address.length <= MAX_URL_LENGTH ? URL.parse(address) : null;
  if (url === null) return `must be an absolute address of at most ${MAX_URL_LENGTH} characters`;
  if (url.username !== "" || url.password !== "") return "must not have a user name or a password";
  if (url.hash !== "") return "must not have a fragment";
  if (allowsLoopback && isLoopback(url.hostname) && /^https?:$/.test(url.protocol)) {
    return url.host === URL.parse(publicUrl)?.host ? "must not be this service" : null;
  }
  if (url.protocol !== "https:") return "must begin with https://";
  if (!PORTS.has(url.port)) return "must have the port 443 or 8443";
  return hostProblem(url.hostname, URL.parse(publicUrl)?.hostname ?? "");
}

/** @param host as the URL parser gives it: in lower case, an IPv6 address in brackets */
function hostProblem(host: string, ownHost: string): string | null {
  if (host.startsWith("[") || IPV4.test(host)) return "must have a name as its host, not an IP address";
  if (host.endsWith(".") || !host.includes(".")) return "must have a public name as its host";
  if (PRIVATE_DOMAINS.some((domain) => isWithin(host, domain))) return "must have a public name as its host";
  return isWithin(host, ownHost) ? "must not be this service" : null;
}

function isWithin(host: string, domain: string): boolean {
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}
