/** @module-tag slow */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningService } from "../../testkit/running-service.ts";
import { sharedService } from "../support/node/shared-service.ts";
import { newHost } from "./service-fixture.ts";

const PACKAGE = resolve("clients/typescript");
const STRICT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "DOM"],
    types: [],
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
  },
};

const run = promisify(execFile);
let service: RunningService;
/** A project with the installed package, as `npm pack` builds it. */
let project: string;
/** TypeScript's errors for the project, one per line. */
let complaints: string[];

/** Statements that do not compile. */
const FAULTS = [
  'await client.GET("/evenings");',
  'await client.POST("/events", { body: { name: "Gala" } });',
  'await client.POST("/events", { body: { name: "Gala", event_date: "2027-06-12T18:00:00Z", colour: "red" } });',
  'isUsherError(new Error(), "no_such_code");',
  'client.paginate("/me");',
];
const BEFORE_FAULTS = [
  'import { createClient, isUsherError } from "@usher/client";',
  'const client = createClient({ baseUrl: "" });',
];

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "usher-package-"));
  [service, complaints] = await Promise.all([sharedService(), install().then(compile)]);
}, 120_000);

afterAll(async () => {
  rmSync(project, { recursive: true });
});

async function install(): Promise<void> {
  await run("npm", ["pack", "--pack-destination", project], { cwd: PACKAGE });
  const [tarball] = readdirSync(project).filter((name) => name.endsWith(".tgz"));
  const modules = join(project, "node_modules");
  const installed = join(modules, "@usher/client");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", join(project, tarball ?? ""), "--strip-components=1", "-C", installed]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    symlinkSync(resolve("node_modules", name), join(modules, name));
  }
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(STRICT));
  cpSync(join(PACKAGE, "examples/invite-guests.ts"), join(project, "invite-guests.ts"));
}

/** Compiles the example, the quick start of the README and the faults in one run. */
async function compile(): Promise<string[]> {
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const [, quickStart = ""] = readme.match(/## Quick start.*?```ts\n(.*?)```/s) ?? [];
  expect(quickStart).toContain("createClient");
  writeFileSync(join(project, "quick-start.ts"), quickStart);
  writeFileSync(join(project, "faults.ts"), [...BEFORE_FAULTS, ...FAULTS, "export {};"].join("\n"));
  const { stdout } = await run(resolve("node_modules/.bin/tsc"), ["-p", "."], { cwd: project }).catch((error) => error);
  return String(stdout)
    .split("\n")
    .filter((line) => /^\S/.test(line));
}

it("ships only compiled code with types, its README and its licence", async () => {
  const installed = join(project, "node_modules/@usher/client");
  expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual(["openapi-fetch"]);
});

it("compiles its example and the README's quick start under --strict", () => {
  expect(complaints.filter((line) => !line.startsWith("faults.ts"))).toEqual([]);
});

it("does not compile with an unknown path, field or code", () => {
  const lines = complaints.flatMap((line) => /^faults\.ts\((\d+),/.exec(line)?.[1] ?? []);
  const faults = lines.map((line) => Number(line) - BEFORE_FAULTS.length - 1);
  expect([...new Set(faults)]).toEqual(FAULTS.map((_, index) => index));
});

it("sends invitations from another program", async () => {
  const { email, password } = await newHost(service);
  const program = `import { inviteGuests } from "./invite-guests.ts";
console.log(JSON.stringify(await inviteGuests(${JSON.stringify(service.url)}, ${JSON.stringify(email)}, ${JSON.stringify(password)})));`;
  writeFileSync(join(project, "main.ts"), program);
  const { stdout } = await run(process.execPath, [join(project, "main.ts")]);
  const [known, mailed, waiting = ""] = stdout.trim().split("\n");
  expect(known).toBe("Ada Lindqvist is on the list already.");
  expect(mailed).toBe("3 of 3 guests are mailed their link.");
  expect(JSON.parse(waiting).sort()).toEqual(["Ada Lindqvist", "Benedikt Osei", "Chiara Valenti"]);
});
