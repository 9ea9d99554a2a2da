import type { TestProject, Vite } from "vitest/node";

/** Vitest's own way to a transformed module, which also reads and fills its cache on disk. Internal, hence optional. */
interface WithModules {
  readonly _transformService?: {
    fetch(url: string, importer: string | undefined, environment: Vite.DevEnvironment): Promise<Vite.FetchResult>;
  };
}

/** What every test file on workerd imports. */
const ENTRIES = ["/src/worker.ts", "/test/support/fresh-storage.ts"];

/**
 * Loads the Worker's modules into Vite's graph before workerd starts. Vitest then answers workerd's first request for a
 * module with all of them at once (`fetchWarmModules`), instead of some 500 requests one after another. Modules with
 * virtual addresses are left out: the plugin has not decided yet what they contain.
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
