/** What two spellings of one address have in common: addresses are compared without regard to case. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

/** `ada@example.com` → `a•••@e•••.com`: enough for its owner to recognise, too little for anyone else. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const ending = dot > 0 ? domain.slice(dot) : "";
  return `${address.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`;
}
