import { readdirSync, readFileSync } from "node:fs";

/** Folders whose imports are loaded into workerd. */
const FOLDERS = ["src", "proto", "test"];
/** Files in these folders that run on Node. */
const ON_NODE = /^(clients|console|engine|scripts|pages|architecture|support\/node)\//;
/** Vitest's packages, and nodemailer, whose Node built-ins Vite cannot resolve when it bundles for a Worker. */
const NOT_BUNDLED = /^(vitest|nodemailer)\b/;
/** The end of an import statement that loads something: `import type` loads nothing, `node:` and `cloudflare:` are built in. */
const PACKAGE_IMPORT = /^(?:import|export|\}) (?!type )(?:[^;"]*?from )?"([@a-z][^:"]*)";$/gm;

/**
 * Returns the packages that code on workerd imports. Vite bundles each into one file, so that workerd loads about 30 files
 * instead of about 600, one after another.
 */
export function workerPackages(root: string): string[] {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|js)$/.test(name) && !(folder === "test" && ON_NODE.test(name)))
      .flatMap((name) => [...readFileSync(`${root}/${folder}/${name}`, "utf8").matchAll(PACKAGE_IMPORT)])
      .map(([, name = ""]) => name),
  );
  // JSX is compiled to an import of the first two.
  return [...new Set(["hono/jsx/jsx-runtime", "hono/jsx/jsx-dev-runtime", ...names])].filter(
    (name) => !NOT_BUNDLED.test(name),
  );
}
