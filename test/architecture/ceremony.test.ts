import { describe, expect, test } from "vitest";
import { BY_HAND, ceremonyIn, writtenBatches } from "./ceremony.ts";
import { type Module, parseModule, readModules } from "./modules.ts";

const ALL = readModules();
const MODULES = [...ALL.values()];

describe("the ceremony of commit()", () => {
  test("stays out of every file that is not listed with a reason", () => {
    const found = MODULES.filter(({ path }) => !BY_HAND.has(path)).flatMap((module) =>
      ceremonyIn(module).map((name) => `${module.path} imports ${name}: use commit()`),
    );
    expect(found).toEqual([]);
  });

  test("writes no batch by hand in a file that is not listed with a reason", () => {
    const found = MODULES.filter(({ path }) => !BY_HAND.has(path)).flatMap((module) => writtenBatches(ALL, module));
    expect(found.map((place) => `${place} writes a batch: use commit()`)).toEqual([]);
  });

  test("occurs in each listed file", () => {
    const isByHand = (module: Module) => ceremonyIn(module).length > 0 || writtenBatches(ALL, module).length > 0;
    const done = new Set(MODULES.filter(isByHand).map(({ path }) => path));
    expect([...BY_HAND].filter((path) => !done.has(path))).toEqual([]);
  });

  test("finds an import under another name, and allows platform/", () => {
    const text = 'import { recordAudit as write } from "../platform/audit/record.ts";';
    expect(ceremonyIn(parseModule("src/events/verb.ts", text))).toEqual(["recordAudit"]);
    expect(ceremonyIn(parseModule("src/platform/verb.ts", text.replace("platform/", "")))).toEqual([]);
  });

  test("finds a batch that writes in its own file, through a constant or in another file", () => {
    const tables = 'import { guests } from "../db/schema/guests.ts";\n';
    const queries = parseModule(
      "src/events/queries.ts",
      `${tables}export function rename(db) { return db.update(guests).set({}); }
      export function find(db) { return db.select().from(guests); }`,
    );
    const placesIn = (body: string, path = "src/events/verb.ts") => {
      const imports = `${tables}import { find, rename } from "./queries.ts";\n`;
      const verb = parseModule(path, `${imports}async function verb(db) {\n${body}\n}`);
      return writtenBatches(new Map([queries, verb].map((module) => [module.path, module])), verb);
    };
    for (const body of [
      "await db.batch([db.delete(guests)]);",
      "await runBatch(db, { renamed: rename(db) });",
      "const statements = { renamed: rename(db) };\nawait runGroupedBatch(db, groups, statements);",
      "const { added } = { added: [insertWhere(db, guests, row, guard)] };\nawait db.batch(added);",
    ]) {
      expect(placesIn(body)).toHaveLength(1);
    }
    expect(placesIn("await runBatch(db, { found: find(db) }); await commit(ctx, { changes: [rename(db)] });")).toEqual(
      [],
    );
    expect(placesIn("await runBatch(db, { renamed: rename(db) });", "src/platform/verb.ts")).toEqual([]);
  });
});
