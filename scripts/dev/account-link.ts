/** Pages to which account mails lead, and without whose link nobody gets in. */
const PAGES = ["/verify-email", "/reset-password"];

/** The link of a mail about an account, for the log; null in any other mail. @param text the plain text of the mail */
export function accountLinkIn(text: string): string | null {
  const links = (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).map((link) => new URL(link));
  return links.find(({ pathname, search }) => PAGES.includes(pathname) && search !== "")?.href ?? null;
}
