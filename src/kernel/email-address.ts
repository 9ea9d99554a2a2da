/** The form by which addresses are compared: trimmed, lower case. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

/** `ada@example.com` → `a•••@e•••.com`: recognisable for its owner only. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const ending = dot > 0 ? domain.slice(dot) : "";
  return `${address.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
