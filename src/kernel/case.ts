/** The snake_case name `S` in camelCase. */
export type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** An object type with its snake_case keys in camelCase. */
export type CamelKeys<T> = { [K in keyof T as K extends string ? Camel<K> : K]: T[K] };

/** Renames the keys of a request body: snake_case is used in JSON and SQL only. Not recursive. */
export function camelKeys<T extends object>(wire: T): CamelKeys<T> {
  const renamed = Object.entries(wire).map(([key, value]) => [camelName(key), value]);
  // Same rule as the type.
  return Object.fromEntries(renamed) as CamelKeys<T>;
}

/** The camelCase name of a field on the wire: `event_date` becomes `eventDate`. */
export function camelName(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name on the wire of a camelCase field: `eventDate` becomes `event_date`. */
export function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
