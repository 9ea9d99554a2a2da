/** The name on the wire of a camelCase field: `eventDate` becomes `event_date`. */
export function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
