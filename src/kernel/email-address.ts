const ASCII = /^[\x20-\x7e]*$/;
/** Characters that a URL's host cannot have, or that would end it. */
const NOT_IN_HOST = /[\s/\\:?#@%[\]]/;

/** The form by which addresses are compared: trimmed, lower case, the domain in ASCII. */
export function emailKey(address: string): string {
  return withAsciiDomain(address.trim()).toLowerCase();
}

/**
 * An address whose domain is in ASCII (its A-label, RFC 5890): `a@münchen.example` → `a@xn--mnchen-3ya.example`, as it is
 * in DNS and on the way to a mail server. An address whose domain cannot be put so is returned as it is.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || ASCII.test(domain) || NOT_IN_HOST.test(domain)) return address;
  const url = URL.parse(`http://${domain}/`);
  return url === null ? address : `${address.slice(0, at)}@${url.hostname}`;
}

/** Whether the part before the `@` is ASCII; only servers with SMTPUTF8 (RFC 6531) accept any other. */
export function hasAsciiLocalPart(address: string): boolean {
  return ASCII.test(address.slice(0, address.lastIndexOf("@")));
}

/** `ada@example.com` → `a•••@e•••.com`: recognisable for its owner only. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const ending = dot > 0 ? domain.slice(dot) : "";
  return `${address.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
