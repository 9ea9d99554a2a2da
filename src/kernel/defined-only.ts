type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Returns a copy without the keys whose value is `undefined`. */
export function definedOnly<T extends object>(partial: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(partial).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>;
}
