import { type Import, type Module, roomOf } from "./modules.ts";

/** Packages by the runtime that they require. */
const FRAMEWORK = ["hono", "@hono/zod-openapi"];
const SQL = ["drizzle-orm"];
const PLATFORM = ["cloudflare:workers", "cloudflare:sockets", "cloudflare:email"];
const NODE = ["node:"];
/** Pages that need no data. */
const EDGE_PAGES = [
  ...["src/pages/assets.ts", "src/pages/page-policy.ts", "src/pages/reference/routes.ts"],
  ...["src/pages/console/frame.ts", "src/pages/console/routes.ts"],
];

/** A layer, and what its files may import. docs/architecture.md describes the same. */
export interface Layer {
  name: string;
  /** Which files are in it. A file belongs to the first layer that matches. */
  has(module: Module): boolean;
  /** Layers and single files that it may import. */
  may: readonly string[];
  /** Layers of which it may import types besides. Types are erased before run time. */
  mayType?: readonly string[];
  /** Packages it may not import at all: names, or beginnings that end with a colon. */
  without: readonly string[];
  /** Packages of which it may import types only. */
  typesOf?: readonly string[];
  /** What to do in place of an import that is refused. */
  instead: string;
}

const path = (pattern: RegExp) => (module: Module) => pattern.test(module.path);
/** A file of this name in a folder of the platform, a feature or a page. */
const room = (name: RegExp) => path(new RegExp(`^src/(features|platform|pages)/.*/${name.source}$`));
const importsFrom = (module: Module, target: RegExp) => module.imports.some((found) => target.test(found.target));
/** What a route declares besides its verb: roles and rate limits; and the document made of all routes. */
const GUARD = room(/(limits|session|user-limit|scanner-ticket|document|.*-guard)\.ts/);
const isGuard = (module: Module) => GUARD(module) && importsFrom(module, /^(hono|@hono\/zod-openapi|src\/http\/.*)$/);

export const LAYERS: readonly Layer[] = [
  {
    name: "proto",
    has: path(/^proto\//),
    may: ["proto"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "Both programs share it: keep it to schemas, without anything of either program.",
  },
  {
    name: "kernel",
    has: path(/^src\/kernel\//),
    may: ["kernel"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "Take what you need as an argument; a kernel function is the same everywhere and at any time.",
  },
  {
    name: "i18n",
    has: path(/^src\/i18n\//),
    may: ["i18n", "kernel"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "It has the words and formats of guests: hand it values, and what reads a file.",
  },
  {
    name: "db",
    has: path(/^src\/db\//),
    may: ["db", "kernel"],
    without: [...FRAMEWORK, ...PLATFORM, ...NODE],
    instead: "Put what knows a feature into that feature's queries.ts.",
  },
  {
    name: "adapters",
    has: path(/^src\/adapters\//),
    may: ["adapters", "kernel", "proto"],
    mayType: ["i18n"],
    without: [...FRAMEWORK, ...SQL],
    instead: "An adapter knows one outside service: let a verb bring it together with the rest.",
  },
  {
    name: "http",
    has: path(/^src\/http\//),
    may: ["http", "kernel"],
    mayType: ["root", "adapters"],
    without: [...SQL, ...PLATFORM, ...NODE],
    instead: "What knows a feature is a guard in that feature, given to the route as data.",
  },
  {
    name: "client",
    has: path(/^src\/pages\/client\//),
    may: ["client", "kernel", "i18n"],
    mayType: ["pages", "schemas"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "It runs in a browser: it may use the kernel and what the page hands to it.",
  },
  {
    name: "transport",
    has: (module) => room(/(.*-)?routes\.tsx?/)(module) || isGuard(module),
    may: ["transport", "http", "schemas", "presenters", "platform", "features", "pages", "kernel", "i18n"],
    mayType: ["root", "adapters", "db"],
    without: [...SQL, ...PLATFORM, ...NODE],
    instead: "Call a verb; it has the services.",
  },
  {
    name: "pages",
    has: path(/^src\/pages\//),
    may: ["pages", "http", "schemas", "presenters", "platform", "features", "transport", "kernel", "i18n"],
    mayType: ["root"],
    without: [...SQL, ...PLATFORM, ...NODE],
    instead: "A page shows what a verb answers; it calls the verb through its routes file.",
  },
  {
    name: "views",
    has: path(/^src\/features\/notifier\/templates\//),
    may: ["views", "features", "kernel", "i18n"],
    without: [...SQL, ...PLATFORM, ...NODE],
    instead: "A template turns values into text; hand it the values.",
  },
  {
    name: "schemas",
    has: room(/((.*-)?schemas|live-event)\.ts/),
    may: ["schemas", "http", "features", "kernel"],
    mayType: ["queries"],
    without: [...SQL, ...PLATFORM, ...NODE],
    instead: "A schema says what the wire carries; what has to look something up is a verb.",
  },
  {
    name: "presenters",
    has: room(/present\.ts/),
    may: ["presenters", "features", "kernel"],
    mayType: ["schemas", "queries", "root"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "A presenter turns what a verb returns into what the wire carries, and does no I/O.",
  },
  {
    name: "queries",
    has: room(/((.*-)?queries|record)\.ts/),
    may: ["queries", "rules", "db", "kernel"],
    mayType: ["features", "proto"],
    without: [...FRAMEWORK, ...PLATFORM, ...NODE],
    instead: "A query turns plain arguments into a statement; let the verb decide, and hand it the outcome.",
  },
  {
    name: "objects",
    has: (module) => roomOf(module.path) !== null && importsFrom(module, /^cloudflare:workers$/),
    may: ["features", "queries", "schemas", "kernel", "proto", "objects", "src/request-context.ts"],
    mayType: ["root", "adapters", "db"],
    without: [...FRAMEWORK, ...NODE],
    instead: "A Durable Object puts verbs in order; call one with the services that it builds.",
  },
  {
    name: "platform",
    has: path(/^src\/platform\//),
    may: ["platform", "queries", "kernel", "proto", "src/db/failures.ts", "src/db/batch.ts"],
    mayType: ["http", "adapters", "db", "root", "objects"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    typesOf: [...SQL, "@hono/zod-openapi"],
    instead: "The platform carries features and knows none of them: hand it what it needs as an argument.",
  },
  {
    name: "features",
    has: path(/^src\/features\//),
    may: [
      ...["features", "platform", "queries", "schemas", "presenters", "views", "kernel", "proto", "i18n"],
      ...["src/db/failures.ts", "src/db/batch.ts", "src/db/grouped-batches.ts", "src/adapters/static-text.ts"],
      "src/rsvp/edit-counter.ts",
    ],
    mayType: ["http", "adapters", "db", "root", "objects"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    typesOf: [...SQL, "@hono/zod-openapi"],
    instead: "Reach the outside through Services, the database through queries.ts; leave requests to routes.ts.",
  },
  {
    name: "engine",
    has: path(/^scoring-engine\//),
    may: ["engine", "proto"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM],
    instead: "The engine is a program of its own: what both need goes into proto/.",
  },
  {
    name: "client programs",
    has: path(/^clients\/typescript\/(src\/cli|examples\/[\w-]+)\//),
    may: ["client programs", "clients"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM],
    instead: "It is a program over @usher/client, on Node: what the client lacks, the API gets.",
  },
  {
    name: "clients",
    has: path(/^clients\//),
    may: ["clients"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "It is installed without the service: it has its own code, and knows the service by its document alone.",
  },
  {
    name: "console i18n",
    has: path(/^console\/src\/i18n\//),
    may: ["console i18n", "kernel", "src/i18n/message.ts", "src/i18n/languages.ts"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "It has the words and formats of all screens, and knows none of them.",
  },
  {
    name: "console store",
    has: path(/^console\/src\/store\.ts$/),
    may: [],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE, "@tanstack/react-query"],
    instead: "It holds a value, and knows none.",
  },
  {
    name: "console ui",
    has: path(/^console\/src\/ui\//),
    may: ["console ui", "console i18n", "console store"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE, "@tanstack/react-query"],
    instead: "A component shows what it is given; a screen asks the API and hands it over.",
  },
  {
    name: "console api",
    has: path(/^console\/src\/api\//),
    may: ["console api", "console store", "kernel"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead: "It has what several screens read; what one screen reads is in that screen's folder.",
  },
  {
    name: "console",
    has: path(/^console\/src\//),
    may: ["console", "console ui", "console i18n", "console api", "console store", "kernel"],
    without: [...FRAMEWORK, ...SQL, ...PLATFORM, ...NODE],
    instead:
      "It knows the service by @usher/client, and shares pure functions with it: what the client lacks, the API gets.",
  },
  {
    name: "edge",
    has: path(/^src\/edge\//),
    may: ["edge", "http", "kernel", "i18n", ...EDGE_PAGES],
    mayType: ["root"],
    without: [...SQL, ...PLATFORM, ...NODE],
    instead: "The edge Worker has no data: pass the request on, and answer it in src/worker.ts.",
  },
  {
    name: "root",
    has: path(/^src\/[^/]+\.tsx?$/),
    may: [
      ...["adapters", "db", "http", "kernel", "platform", "features", "objects", "pages", "proto", "queries"],
      ...["root", "transport", "i18n"],
    ],
    without: [...NODE],
    instead: "src/*.ts only puts parts together.",
  },
  {
    name: "tools",
    has: path(/^(scripts|bench|test|testkit|console)\//),
    may: ["tools", "proto", "src/", "scoring-engine/", "clients", "client programs", "console/"],
    without: [],
    instead: "",
  },
];

/** The layer of a module. @throws Error when there is none */
export function layerOf(module: Module): Layer {
  const layer = LAYERS.find((candidate) => candidate.has(module));
  if (layer === undefined)
    throw new Error(`${module.path} is in no layer: say in test/architecture/layers.ts where it belongs`);
  return layer;
}

/** Why an import is not allowed, or null when it is. */
export function refusal(module: Module, found: Import, modules: ReadonlyMap<string, Module>): string | null {
  const layer = layerOf(module);
  const refused = (what: string) => `${module.path} (${layer.name}) imports ${what}. ${layer.instead}`;
  if (!found.isLocal) {
    const isRefused = layer.without.some(
      (name) => found.target === name || (name.endsWith(":") && found.target.startsWith(name)),
    );
    const isAllowedType = found.isTypeOnly && (layer.typesOf?.includes(found.target) ?? false);
    return isRefused && !isAllowedType ? refused(found.target) : null;
  }
  const target = modules.get(found.target);
  if (target === undefined) return null;
  const allowed = found.isTypeOnly ? [...layer.may, ...(layer.mayType ?? [])] : layer.may;
  const { name } = layerOf(target);
  const mayHave = (entry: string): boolean => {
    if (entry === "rules") return (name === "features" || name === "platform") && isRule(target, modules);
    return entry === name || entry === target.path || (entry.endsWith("/") && target.path.startsWith(entry));
  };
  return allowed.some(mayHave) ? null : refused(`${target.path} (${name})`);
}

/** Whether a feature's file is a pure rule: it imports only the kernel, proto and other rules. */
function isRule(module: Module, modules: ReadonlyMap<string, Module>, seen = new Set<string>()): boolean {
  if (seen.has(module.path)) return true;
  seen.add(module.path);
  return module.imports.every(({ target, isLocal, isTypeOnly }) => {
    const other = modules.get(target);
    if (isTypeOnly || !isLocal || other === undefined) return true;
    const { name } = layerOf(other);
    return (
      name === "kernel" ||
      name === "proto" ||
      ((name === "features" || name === "platform") && isRule(other, modules, seen))
    );
  });
}
