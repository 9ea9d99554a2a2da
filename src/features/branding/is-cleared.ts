/**
 * Whether a change of branding takes away and sets nothing but a theme: every tier may do that.
 * @param before and after with null for what is not set
 */
export function isCleared<Branding extends object>(before: Branding, after: Branding): boolean {
  const names = Object.keys(after) as (keyof Branding)[];
  return names.every((name) => name === "theme" || after[name] === null || after[name] === before[name]);
}
