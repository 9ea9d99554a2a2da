import type { TestProject, Vite } from "vitest/node";

/** Vitest's internal function for a transformed module, which also uses its cache on disk. Optional, because it is internal. */
interface WithModules {
  readonly _transformService?: {
    fetch(url: string, importer: string | undefined, environment: Vite.DevEnvironment): Promise<Vite.FetchResult>;
  };
}

/** Modules that every test file on workerd imports. */
const ENTRIES = ["/src/worker.ts", "/test/support/fresh-storage.ts"];

/**
 * Loads the Worker's modules into Vite's graph before workerd starts. Vitest then responds to workerd's first request for a
 * module with all of them together (`fetchWarmModules`), instead of some 500 sequential requests. Virtual modules are left out,
 * because the plugin has not yet determined their content.
 */
export async function loadModules({ vite, _transformService: modules }: TestProject & WithModules): Promise<void> {
  const environment = vite.environments.ssr;
  const seen = new Set<string>();
  async function load(url: string, importer?: string): Promise<void> {
    if (seen.has(url) || url.includes("\0") || url.includes("cloudflare:")) return;
    seen.add(url);
    const result = await modules?.fetch(url, importer, environment);
    const module = result && "id" in result ? environment.moduleGraph.getModuleById(result.id) : undefined;
    if (!module?.id) return;
    const { id } = module;
    await Promise.all(Array.from(module.importedModules, (imported) => load(imported.url, id)));
  }
  await Promise.all(ENTRIES.map((url) => load(url)));
}
