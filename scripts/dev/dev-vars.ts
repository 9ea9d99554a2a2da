import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { missingSecrets } from "../deploy/settings.ts";

/** A variable in the example file, whether or not it is commented out. */
const VARIABLE = /^(?:# )?([A-Z][A-Z0-9_]*)=/gm;

/**
 * Appends missing secrets to `.dev.vars`, and creates the file if needed. Existing lines are not changed. A name without a
 * value counts as missing, because a later line takes precedence.
 * @returns the appended names, and the file's variables afterwards
 */
export function completeDevVars(path: string): { added: string[]; variables: NodeJS.Dict<string> } {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const present = parseEnv(text);
  const missing = missingSecrets((name) => Boolean(present[name]));
  const added = Object.keys(missing);
  const lines = added.map((name) => `${name}=${missing[name]}\n`);
  if (lines.length > 0) {
    const begin = text === "" || text.endsWith("\n") ? "" : "\n";
    appendFileSync(path, begin + lines.join(""), { mode: 0o600 });
  }
  return { added, variables: parseEnv(text + (lines.length > 0 ? `\n${lines.join("")}` : "")) };
}

/** Returns the names of all variables in the example file. */
export function namedVariables(examplePath: string): string[] {
  return [...readFileSync(examplePath, "utf8").matchAll(VARIABLE)].map((match) => match[1] ?? "");
}
