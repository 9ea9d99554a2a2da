import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const printedBy = (...args: string[]): string[] =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" }).trim().split("\n");

describe("npm run help", () => {
  it("lists every npm script", () => {
    const listed = printedBy("scripts/help.ts").map((line) => /^npm run (\S+) +\S/.exec(line)?.[1]);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
    expect(listed.sort()).toEqual(Object.keys(scripts).sort());
  });
});

describe("npm run bench -- help", () => {
  it("lists the benchmarks that bench/README.md describes", () => {
    const described = [...readFileSync(join(ROOT, "bench/README.md"), "utf8").matchAll(/^\| `([\w-]+)` \|/gm)];
    expect(described.map(([, name]) => name)).toEqual(printedBy("bench/main.ts", "help"));
  });
});
