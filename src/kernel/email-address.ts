const ASCII = /^[\x20-\x7e]*$/;
/** Characters that a URL's host cannot have, or that would end it. */
const NOT_IN_HOST = /[\s/\\:?#@%[\]]/;

/** The form by which addresses are compared: trimmed, lower case, the domain in ASCII. */
export function emailKey(address: string): string {
  return withAsciiDomain(address.trim()).toLowerCase();
}

/**
 * Returns an address with its domain in ASCII (A-label, RFC 5890), the form for DNS and mail servers:
 * `a@münchen.example` → `a@xn--mnchen-3ya.example`. A domain without such a form is unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || ASCII.test(domain) || NOT_IN_HOST.test(domain)) return address;
  const url = URL.parse(`http://${domain}/`);
  return url === null ? address : `${address.slice(0, at)}@${url.hostname}`;
}

/** True if the part before the `@` is ASCII. Only servers with SMTPUTF8 (RFC 6531) accept other ones. */
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
