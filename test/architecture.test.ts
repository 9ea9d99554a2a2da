import ts from "typescript";
import { describe, expect, test } from "vitest";
import { LAYERS, layerOf, refusal } from "./architecture/layers.ts";
import { featureOf, linesOf, type Module, readModules } from "./architecture/modules.ts";
import { WRITERS, wrongWrites } from "./architecture/tables.ts";

const MODULES = readModules();
const ALL = [...MODULES.values()];
const OURS = ALL.filter(({ path }) => /^(src|scoring-engine)\//.test(path));

describe("who may import whom", () => {
  test("is asked of every module there is", () => {
    expect(ALL.length).toBeGreaterThan(300);
    const empty = LAYERS.filter((layer) => !ALL.some((module) => layerOf(module) === layer));
    expect(empty.map(({ name }) => name)).toEqual([]);
  });
  test("is kept", () => {
    const refused = ALL.flatMap((m) => m.imports.map((i) => refusal(m, i, MODULES))).filter((x) => x !== null);
    expect(refused).toEqual([]);
  });
});
test("writers", () => {
  expect([...new Set(OURS.flatMap(wrongWrites))].sort()).toEqual([]);
});
test("budgets", () => {
  const out: string[] = [];
  for (const m of OURS) {
    const l = layerOf(m).name;
    out.push(...(l==="transport"&&linesOf(m)>200||l==="features"&&linesOf(m)>120? [`${m.path} ${l} ${linesOf(m)}`]:[]));
    const visit=(n: ts.Node): void=>{ if(ts.isFunctionLike(n)&&(n as any).body){ const a=m.source.getLineAndCharacterOfPosition(n.getStart()).line,b=m.source.getLineAndCharacterOfPosition(n.end).line; if(b-a+1>50) out.push(`${m.path}:${a+1} fn ${b-a+1}`);} ts.forEachChild(n,visit)}; visit(m.source);
  }
  expect(out).toEqual([]);
});
