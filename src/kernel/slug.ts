const MAX_SLUG_LENGTH = 60;

/** A name as a file name: ASCII letters and digits joined by hyphens; `event` when the name has none. */
export function slugify(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "event" : slug;
}
