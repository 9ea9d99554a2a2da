import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Classes that Durable Objects extend. No object is made, because no request is served. */
const PLATFORM: Plugin = {
  name: "workers-platform",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: "platform" }));
    onLoad({ filter: /./, namespace: "platform" }, () => ({
      contents: "export class DurableObject {} export class RpcTarget {} export const waitUntil = () => {};",
    }));
  },
};

/**
 * Loads parts of the Worker on Node, to make static files of them.
 * @param entry a module in JavaScript whose imports begin at the project's root
 * @returns its exports, whose type nothing checks
 */
export async function loadBundle<Exports>(root: string, entry: string): Promise<Exports> {
  // A folder of its own, because several builds may run at once.
  const target = mkdtempSync(join(tmpdir(), "usher-bundle-"));
  const file = join(target, "bundle.mjs");
  try {
    await build({
      stdin: { contents: entry, resolveDir: root, loader: "js" },
      outfile: file,
      bundle: true,
      format: "esm",
      platform: "node",
      jsx: "automatic",
      jsxImportSource: "hono/jsx",
      define: { DESCRIBES_API: "true" },
      plugins: [PLATFORM],
      // For packages that call require() of Node's own modules.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      logLevel: "warning",
    });
    return (await import(pathToFileURL(file).href)) as Exports;
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
