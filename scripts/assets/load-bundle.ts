import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Stand-ins for the platform's classes. No object is created, because no request is served. */
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
 * Loads parts of the Worker on Node, to render static files.
 * @param entry a JavaScript module whose imports are relative to the project's root
 * @param plugins additional plugins of esbuild
 * @returns its exports; their type is not checked
 */
export async function loadBundle<Exports>(root: string, entry: string, plugins: Plugin[] = []): Promise<Exports> {
  // A separate folder, because several builds may run concurrently.
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
      define: { DESCRIBES_API: "true", IS_TEST: "false" },
      plugins: [PLATFORM, ...plugins],
      // Some packages call require() for modules of Node.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      logLevel: "warning",
    });
    return (await import(pathToFileURL(file).href)) as Exports;
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
