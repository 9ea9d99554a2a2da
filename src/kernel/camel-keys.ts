type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** The same object with its snake_case keys in camelCase. */
export type CamelKeys<T> = { [K in keyof T as K extends string ? Camel<K> : K]: T[K] };

/** Renames the keys of a request on its way in: snake_case lives on the wire and in SQL alone. Not recursive. */
export function camelKeys<T extends object>(wire: T): CamelKeys<T> {
  const renamed = Object.entries(wire).map(([key, value]) => [
    key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  // The keys were renamed by the same rule that the type follows.
  return Object.fromEntries(renamed) as CamelKeys<T>;
}
