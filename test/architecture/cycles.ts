import { type Module, roomOf } from "./modules.ts";

/** Node → its neighbours → one import that proves the edge. */
export type Graph = Map<string, Map<string, string>>;

/** Dependencies between rooms. Every import counts: of types, and by routes, schemas, presenters and pages too. */
export function roomGraph(modules: ReadonlyMap<string, Module>): Graph {
  return graphOf(modules, roomOf);
}

/** Dependencies between modules, by imports of any kind. */
export function moduleGraph(modules: ReadonlyMap<string, Module>): Graph {
  return graphOf(modules, (path) => path);
}

function graphOf(modules: ReadonlyMap<string, Module>, nodeOf: (path: string) => string | null): Graph {
  const graph: Graph = new Map();
  for (const module of modules.values()) {
    const from = nodeOf(module.path);
    if (from === null) continue;
    const edges = graph.get(from) ?? new Map<string, string>();
    graph.set(from, edges);
    for (const { target, isLocal } of module.imports) {
      const to = isLocal && modules.has(target) ? nodeOf(target) : null;
      if (to !== null && to !== from) edges.set(to, `${module.path} imports ${target}`);
    }
  }
  return graph;
}

/** The cycles in a graph, each as the imports that make it. */
export function cyclesIn(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) {
      const cycle = [...path.slice(start), node];
      cycles.push(cycle.slice(1).map((to, index) => graph.get(cycle[index] ?? "")?.get(to) ?? ""));
    }
    if (start >= 0 || done.has(node)) return;
    for (const next of graph.get(node)?.keys() ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}
