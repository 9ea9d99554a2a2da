const NAME = /^DB_([1-9]\d*)$/;

/**
 * The databases that an environment binds as `DB`, `DB_1`, `DB_2`, …, in their order.
 * @returns null when a number is left out, which would send ids to the wrong database
 */
export function numberedBindings<D>(env: { DB: D; [name: string]: unknown }): [D, ...D[]] | null {
  const numbers = Object.keys(env)
    .filter((name) => env[name] !== undefined)
    .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
  if (numbers.some((number, index) => number !== index + 1)) return null;
  // Whatever else has such a name is a mistake in wrangler.toml that the first statement shows.
  return [env.DB, ...numbers.map((number) => env[`DB_${number}`] as D)];
}
