/**
 * The database in which a new host's events will live: any of those that are open for new hosts, each as likely as the
 * others.
 * @param open numbers of databases, at least one
 * @param chance from 0 to below 1
 */
export function placeHost(open: readonly number[], chance: number): number {
  return open[Math.floor(chance * open.length)] ?? 0;
}
