/** Says whether the generated half of proto/ is what `npm run generate` makes of the other half. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const target = mkdtempSync(join(tmpdir(), "usher-proto-"));
try {
  const { status } = spawnSync("buf", ["generate", "--output", target], { stdio: "inherit" });
  process.exitCode = status === 0 ? compare(join(target, "proto"), "proto") : 1;
} finally {
  rmSync(target, { recursive: true });
}

function compare(fresh: string, kept: string): number {
  const isGenerated = (name: string) => /_pb\.(js|d\.ts)$/.test(name);
  const list = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isGenerated).sort();
  const stale = [...new Set([...list(fresh), ...list(kept)])].filter((name) => read(fresh, name) !== read(kept, name));
  for (const name of stale) console.error(`proto/${name} is not what its .proto file says. Run: npm run generate`);
  if (list(kept).length === 0) console.error("there is nothing generated in proto/");
  return stale.length === 0 && list(kept).length > 0 ? 0 : 1;
}

function read(folder: string, name: string): string | null {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch {
    return null;
  }
}
