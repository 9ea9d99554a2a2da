import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { areasOf, importProblems, rulesOf } from "../../scripts/check/imports.ts";

const RULES = rulesOf(areasOf(readFileSync("docs/architecture.md", "utf8")));
const folders: string[] = [];

/** Writes files into a new folder and returns the names of the rules that they break. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "imports-"));
  folders.push(folder);
  for (const [path, text] of Object.entries({ "src/kernel/a.ts": "export const a = 1;\n", ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { problems } = await importProblems(["src"], RULES, folder);
  return problems.map((problem) => problem.match(/\(([^()]+)\)$/)?.[1] ?? problem).sort();
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("importProblems", () => {
  it("reads every folder of src/ from the table of areas", () => {
    const named = areasOf(readFileSync("docs/architecture.md", "utf8")).flat();
    expect(named).toEqual(expect.arrayContaining(["kernel/", "context.ts", "platform/", "events/", "edge/", "*.ts"]));
    expect(named.length).toBeGreaterThan(24);
  });

  it("accepts an import of an area above", async () => {
    expect(await broken({ "src/events/b.ts": 'import { a } from "../kernel/a.ts";\nexport const b = a;\n' })).toEqual(
      [],
    );
  });

  it.each([
    ["a value", 'import { c } from "../messaging/c.ts";\nexport const b = c;\n'],
    ["a type", 'import type { C } from "../messaging/c.ts";\nexport type B = C;\n'],
    ["an inline type", 'import { type C } from "../messaging/c.ts";\nexport type B = C;\n'],
    ["an import() type", 'export type B = import("../messaging/c.ts").C;\n'],
    ["a re-export", 'export { c } from "../messaging/c.ts";\n'],
  ])("rejects %s of an area below", async (_, text) => {
    const files = { "src/events/b.ts": text, "src/messaging/c.ts": "export const c = 1;\nexport type C = 1;\n" };
    expect(await broken(files)).toEqual(["order: events/"]);
  });

  it.each(['import type { B } from "./b.ts";', 'import { type B } from "./b.ts";', 'type B = import("./b.ts").B;'])(
    "rejects a cycle of type-only imports: %s",
    async (importing) => {
      const files = {
        "src/events/a.ts": `${importing}\nexport type A = B | 1;\n`,
        "src/events/b.ts": 'import type { A } from "./a.ts";\nexport type B = A | 2;\n',
      };
      expect(new Set(await broken(files))).toEqual(new Set(["ring"]));
    },
  );

  it("rejects Node and the composition root in an area", async () => {
    const files = {
      "src/services.ts": "export const s = 1;\n",
      "src/events/b.ts":
        'import { readFileSync } from "node:fs";\nimport { s } from "../services.ts";\nexport const b = [readFileSync, s];\n',
    };
    expect(await broken(files)).toEqual(["order: events/", "worker without Node"]);
  });
});
