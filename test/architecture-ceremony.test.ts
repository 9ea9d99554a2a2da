import { describe, expect, test } from "vitest";
import { BY_HAND, ceremonyIn } from "./architecture/ceremony.ts";
import { parseModule, readModules } from "./architecture/modules.ts";

const MODULES = [...readModules().values()];

describe("commit()", () => {
  test("stays out of every file that is not listed with a reason", () => {
    const found = MODULES.filter(({ path }) => !BY_HAND.has(path)).flatMap((module) =>
      ceremonyIn(module).map((name) => `${module.path} imports ${name}: use commit()`),
    );
    expect(found).toEqual([]);
  });

  test("occurs in each listed file", () => {
    const done = new Set(MODULES.filter((module) => ceremonyIn(module).length > 0).map(({ path }) => path));
    expect([...BY_HAND].filter((path) => !done.has(path))).toEqual([]);
  });

  test("finds an import under another name, and allows platform/", () => {
    const text = 'import { recordAudit as write } from "../platform/audit/record.ts";';
    expect(ceremonyIn(parseModule("src/events/verb.ts", text))).toEqual(["recordAudit"]);
    expect(ceremonyIn(parseModule("src/platform/verb.ts", text.replace("platform/", "")))).toEqual([]);
  });
});
