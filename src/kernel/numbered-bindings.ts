const NAME = /^DB_([1-9]\d*)$/;

/** The databases of an environment: shard 0 is `DB`, shard 1 is `DB_1`, … */
interface NumberedBindings<D> {
  DB: D;
  [shard: `DB_${number}`]: D | undefined;
}

/**
 * The databases that an environment binds as `DB`, `DB_1`, `DB_2`, …, in their order.
 * @returns null when a number is missing: IDs would name the wrong database
 */
export function numberedBindings<D>(env: NumberedBindings<D>): [D, ...D[]] | null {
  const numbers = Object.entries(env)
    .filter(([, binding]) => binding !== undefined)
    .map(([name]) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  if (numbers.some((number, index) => number !== index + 1)) return null;
  return [env.DB, ...numbers.map((number) => env[`DB_${number}`] as D)];
}
