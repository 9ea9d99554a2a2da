/**
 * Runs a benchmark: `npm run bench -- <name> <options>`; without a name, `routes`. `npm run bench -- help` lists the names, and
 * bench/README.md describes them.
 */
const BENCHMARKS: Record<string, () => Promise<unknown>> = {
  routes: () => import("./worker/main.ts"),
  engine: () => import("./engine/main.ts"),
  risk: () => import("./risk/main.ts"),
  fuzz: () => import("./fuzz/main.ts"),
  guessing: () => import("./guessing/main.ts"),
  seats: () => import("./seats/main.ts"),
  "invitation-burst": () => import("./invitation-burst/main.ts"),
  monitors: () => import("./monitors/main.ts"),
  webhooks: () => import("./webhooks/main.ts"),
  replicas: () => import("./replicas/main.ts"),
  "city-latency": () => import("./city-latency/main.ts"),
  regions: () => import("./scale/engine-regions.ts"),
  packages: () => import("./packages/main.ts"),
  "kill-writes": () => import("./faults/kill-writes.ts"),
  "kill-broadcast": () => import("./faults/kill-broadcast.ts"),
  "kill-webhooks": () => import("./faults/kill-webhooks.ts"),
  "engine-down": () => import("./faults/engine-down.ts"),
  "database-down": () => import("./faults/database-down.ts"),
};

const [first = ""] = process.argv.slice(2);
const isNamed = first !== "" && !first.startsWith("-");
const benchmark = BENCHMARKS[isNamed ? first : "routes"];
if (benchmark === undefined) {
  console.log(Object.keys(BENCHMARKS).join("\n"));
  process.exitCode = first === "help" ? 0 : 1;
} else {
  // The program reads its own options.
  if (isNamed) process.argv.splice(2, 1);
  await benchmark();
}
