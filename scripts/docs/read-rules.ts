import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";
import ts from "typescript";
import { loadBundle } from "../assets/load-bundle.ts";

/** A sliding window of the Worker, as the code defines it. */
export interface Rule {
  name: string;
  limit: number;
  windowSeconds: number;
  /** `exact`, `parallel`, `approximate`: see `RouteLimit`. Empty for a rule that neither a route nor the rate limiter counts. */
  counts: Set<string>;
  /** Operations of the API that count it. */
  operations: Set<string>;
}

interface RouteLimit {
  rule: { name: string };
  count: string;
}

/** The functions that the instrumented Worker calls. */
interface Recorder {
  rule<T extends Pick<Rule, "name" | "limit" | "windowSeconds">>(rule: T): T;
  limit<T extends RouteLimit>(limit: T): T;
  guard(create: (limits: RouteLimit[]) => object, limits: RouteLimit[]): object;
  row<T extends { name: string; limits?: RouteLimit[]; access?: { guards: object[] } }>(row: T): T;
}

const RECORDER = "usherLimits";

/**
 * Reads every rate limit of the Worker. Loads the Worker on Node with calls inserted around each rule, each limit of a route and
 * each route, so that limits which functions make are complete.
 * @throws Error if two rules have one name, or if the code counts a rule in a way that is not found
 */
export async function readRules(root: string): Promise<Rule[]> {
  const rules = new Map<string, Rule>();
  const limitsOfGuards = new WeakMap<object, RouteLimit[]>();
  const counted: [name: string, count: string][] = [];
  const recorder: Recorder = {
    rule(rule) {
      const { name, limit, windowSeconds } = rule;
      const known = rules.get(name);
      if (known && (known.limit !== limit || known.windowSeconds !== windowSeconds))
        throw new Error(`Two rate limits are named ${name}`);
      if (!known) rules.set(name, { name, limit, windowSeconds, counts: new Set(), operations: new Set() });
      return rule;
    },
    limit(limit) {
      if (limit.rule) counted.push([limit.rule.name, limit.count]);
      return limit;
    },
    guard(create, limits) {
      const guard = create(limits);
      limitsOfGuards.set(guard, limits);
      return guard;
    },
    row(row) {
      const ofGuards = (row.access?.guards ?? []).flatMap((guard) => limitsOfGuards.get(guard) ?? []);
      for (const { rule } of [...(row.limits ?? []), ...ofGuards]) rules.get(rule.name)?.operations.add(row.name);
      return row;
    },
  };
  const scope = globalThis as { [RECORDER]?: Recorder };
  scope[RECORDER] = recorder;
  try {
    await loadBundle(root, 'import "./src/app.ts";', [instrumented((name, count) => counted.push([name, count]))]);
  } finally {
    delete scope[RECORDER];
  }
  for (const [name, count] of counted) rules.get(name)?.counts.add(count);
  return [...rules.values()];
}

type Edit = [position: number, end: number, text: string];

/** Inserts the recorder's calls into the Worker's modules. @param onCall receives the rules that verbs count themselves */
function instrumented(onCall: (rule: string, count: string) => void): Plugin {
  return {
    name: "limits",
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
        const edits: Edit[] = [];
        const names = new Map<string, string>();
        const calls: [identifier: string, count: string][] = [];
        const visit = (node: ts.Node): void => {
          if (ts.isObjectLiteralExpression(node)) {
            const method = methodFor(node);
            if (method !== null) {
              edits.push([node.getStart(), node.getStart(), `${RECORDER}.${method}(`], [node.end, node.end, ")"]);
              const name = propertyOf(node, "name");
              const { parent } = node;
              const variable = ts.isVariableDeclaration(parent) ? parent.name.getText() : "";
              if (name && ts.isStringLiteral(name)) names.set(variable, name.text);
            }
          }
          if (ts.isCallExpression(node)) {
            const {
              expression,
              arguments: [first],
            } = node;
            if (ts.isIdentifier(expression) && expression.text === "rateLimit") {
              const start = expression.getStart();
              edits.push([start, start, `${RECORDER}.guard(`], [expression.end, node.arguments.pos, ", "]);
            }
            if (ts.isPropertyAccessExpression(expression) && first && ts.isIdentifier(first)) {
              const { text: called } = expression.name;
              if (called === "exact" || called === "approximate") calls.push([first.text, called]);
            }
          }
          ts.forEachChild(node, visit);
        };
        visit(source);
        for (const [identifier, count] of calls) {
          const name = names.get(identifier);
          if (name !== undefined) onCall(name, count);
        }
        return { contents: applied(text, edits), loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Returns the recorder's method for an object of the code. */
function methodFor(node: ts.ObjectLiteralExpression): keyof Recorder | null {
  if (propertyOf(node, "windowSeconds")) return "rule";
  if (propertyOf(node, "answers")) return "row";
  const count = propertyOf(node, "count");
  return count && ts.isStringLiteral(count) ? "limit" : null;
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of node.properties) {
    if (ts.isShorthandPropertyAssignment(property) && property.name.text === name) return property.name;
    if (ts.isPropertyAssignment(property) && property.name.getText() === name) return property.initializer;
  }
  return undefined;
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const [start, end, inserted] of [...edits].sort((one, other) => other[0] - one[0]))
    result = result.slice(0, start) + inserted + result.slice(end);
  return result;
}
