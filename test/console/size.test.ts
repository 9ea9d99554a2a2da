import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../scripts/assets/incremental.ts";

const BUILT = fileURLToPath(new URL("../../.wrangler/assets/app/", import.meta.url));
const KIB = 1_024;
const FIRST_LOAD_KIB = 250;
const SCREEN_KIB = 60;

/** One file of Vite's manifest (https://vite.dev/guide/backend-integration). */
interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

let manifest: Record<string, Chunk>;

beforeAll(async () => {
  await buildConsole();
  manifest = JSON.parse(readFileSync(join(BUILT, ".vite/manifest.json"), "utf8"));
});

/** Returns the files of a chunk: itself, its styles and its imports. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
}

function kibOf(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(join(BUILT, file))).length;
  return bytes / KIB;
}

describe("build of the console", () => {
  const entry = () => filesOf(Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? "");

  it("stays within 250 KiB gzipped for the first load and 60 KiB per screen", ({ annotate }) => {
    const first = entry();
    const screens = Object.keys(manifest).filter((name) => /^src\/routes\/.*screen\.tsx$/.test(name));
    const further = screens.map((name) => [name, kibOf(filesOf(name).difference(first))] as const);
    further.sort(([, one], [, other]) => other - one);
    void annotate(
      `first load ${kibOf(first).toFixed(0)} KiB; most of a screen ${further[0]?.[1].toFixed(0)} KiB, ${further[0]?.[0]}`,
    );
    expect(kibOf(first)).toBeLessThanOrEqual(FIRST_LOAD_KIB);
    expect(screens.length).toBeGreaterThan(20);
    expect(further.filter(([, kib]) => kib > SCREEN_KIB)).toEqual([]);
  });
});
