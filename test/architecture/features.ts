import { layerOf } from "./layers.ts";
import { type Module, roomOf } from "./modules.ts";

/** What a feature does. Its rim (routes, guards, schemas, presenters, pages) may borrow words from any other feature. */
const DOING = new Set(["features", "platform", "queries", "objects"]);

/** Feature → features that it cannot do without → one import that shows it. */
export type Graph = Map<string, Map<string, string>>;

/** Which feature needs which, by imports that are left at run time. */
export function featureGraph(modules: ReadonlyMap<string, Module>): Graph {
  const graph: Graph = new Map();
  for (const module of modules.values()) {
    const from = roomOf(module.path);
    if (from === null || !DOING.has(layerOf(module).name)) continue;
    for (const { target, isTypeOnly } of module.imports) {
      const other = modules.get(target);
      const to = roomOf(target);
      if (isTypeOnly || !other || to === null || to === from || !DOING.has(layerOf(other).name)) continue;
      const needs = graph.get(from) ?? new Map<string, string>();
      graph.set(from, needs.set(to, `${module.path} imports ${target}`));
    }
  }
  return graph;
}

/** The circles in a graph, each told by the imports that make it. */
export function circlesIn(graph: Graph): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (feature: string, way: string[]): void => {
    const begin = way.indexOf(feature);
    if (begin >= 0) {
      const round = [...way.slice(begin), feature];
      circles.push(round.slice(1).map((to, index) => graph.get(round[index] ?? "")?.get(to) ?? ""));
    }
    if (begin >= 0 || done.has(feature)) return;
    for (const next of graph.get(feature)?.keys() ?? []) visit(next, [...way, feature]);
    done.add(feature);
  };
  for (const feature of graph.keys()) visit(feature, []);
  return circles;
}
