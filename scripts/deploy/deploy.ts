import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";
import { namedVariables } from "../dev/settings.ts";
import { operatorOf } from "../ops/operator.ts";
import { createPlatformApi, type PlatformApi } from "./platform-api.ts";
import {
  attachDomain,
  createMissing,
  type DesiredResources,
  desiredResources,
  discoverResources,
  discoverSecrets,
  type ExistingResources,
  type NamedDatabase,
  pendingMigrations,
  queryDatabase,
  type RawConfig,
  readConfigFile,
} from "./resources.ts";
import {
  checkReplacement,
  deployedNames,
  isGenerated,
  isSecret,
  missingSecrets,
  type Replacement,
  readAccount,
  readDeployVars,
  readSettings,
  replacementOf,
  type Settings,
  setVariables,
} from "./settings.ts";
import {
  checkWorkerConfig,
  configurationWarnings,
  type DeployedWorker,
  deployedVariables,
  deploymentConfig,
  NO_ENGINE,
  ownDomain,
  type WorkerVariables,
  workersOf,
} from "./worker-config.ts";
import { createWrangler } from "./wrangler.ts";

/**
 * Deploys the service. Every step is idempotent: a repeated run continues an interrupted run, and a run without changes
 * only creates a new version of the Worker.
 * @throws CliError naming the step that failed
 */
export async function deploy(options: Options): Promise<void> {
  const { root, environment, print, replacement } = options;
  const project = await step(print, "read the configuration", () => readProject(options));
  const { config, configPath } = project;
  const account = await step(print, "read the credentials", () => readAccount(environment, project.file));
  const api = createPlatformApi(account);
  const wrangler = createWrangler(root, account);

  const found = await step(print, "read the account", () => discoverResources(api, config.name, project.desired));
  await step(print, "check the configuration", async () => {
    if (replacement !== null) {
      checkReplacement(replacement, { environment, file: project.file, stored: found.secrets });
      operatorOf(environment);
    }
    await checkWorkerConfig(workerVariables(project, found));
    ownDomain(variablesOf(project, found).PUBLIC_URL ?? "");
  });
  // Before anything is created, so that an outdated database leaves the account unchanged.
  await step(print, "check the existing databases", async () => {
    for (const { database_name: name, migrations_dir: folder = "migrations" } of config.d1_databases) {
      const id = found.databases.get(name);
      if (id !== undefined) await pendingMigrations(api, { id, name }, root, folder);
    }
  });
  await step(print, "bundle the Worker", async () =>
    checkBundleSize(await wrangler.bundle("wrangler.toml", "--minify")),
  );
  const complete = await step(print, "create missing resources", () =>
    createMissing(api, config.name, project.desired, found, {
      location: options.location,
      needsSubdomain: ownDomain(variablesOf(project, found).PUBLIC_URL ?? "") === null,
      account: account.accountId,
      onCreated: (what) => print(`  + ${what}`),
    }),
  );
  const variables = variablesOf(project, complete);
  const { PUBLIC_URL: publicUrl = "", SCORING_ENGINE_URL: engineUrl = "" } = variables;
  const workers = await step(print, "write wrangler.deploy.json", () => {
    const data = deploymentConfig(config, complete, { accountId: account.accountId, variables });
    const all = workersOf(data, readConfigFile(join(root, "wrangler.edge.toml")), variables);
    for (const worker of all) writeFileSync(join(root, worker.file), `${JSON.stringify(worker.config, null, 2)}\n`);
    return all;
  });
  for (const { binding, database_name: name, migrations_dir: folder = "migrations" } of config.d1_databases) {
    await step(print, `apply the migrations to ${name}`, async () => {
      const pending = await pendingMigrations(api, { id: complete.databases.get(name) ?? "", name }, root, folder);
      if (pending.length > 0) await wrangler.migrate(configPath, binding);
      return pending.length > 0 ? pending.join(", ") : "no new ones";
    });
  }
  if (replacement !== null) {
    await step(print, "log the replacement", () => {
      const [name = ""] = project.desired.databases;
      const database = { id: complete.databases.get(name) ?? "", name };
      return logReplacement(api, database, replacement, operatorOf(environment));
    });
  }
  const { secrets, emptied } = await step(print, "generate missing secrets", () =>
    resolveSecrets(options, project, found),
  );
  for (const worker of inOrder(workers, replacement)) {
    const name = worker.name === config.name ? "deploy the Worker" : `deploy the Worker ${worker.name}`;
    await step(print, name, () => wrangler.deploy(join(root, worker.file), secretsOf(worker, secrets)));
  }
  for (const { name, secrets: held } of workers) {
    const its = emptied.filter((secret) => held === "all" || held.includes(secret));
    const removed = name === config.name ? found.secrets : await discoverSecrets(api, name);
    await step(print, "delete secrets without a value", () => removeEmptiedSecrets(api, name, its, removed));
  }
  const domain = ownDomain(publicUrl);
  const front = workers.at(-1)?.name ?? config.name;
  if (domain !== null) await step(print, "attach the domain", () => attachDomain(api, front, domain, config.name));
  await step(print, "wait for /health", () => waitForHealth(publicUrl));

  const warnings = configurationWarnings({ ...workerVariables(project, complete), variables });
  print(`\n${(await nextSteps({ publicUrl, engineUrl, secrets, warnings })).join("\n\n")}`);
}

/**
 * Records a replacement in `operator_log`. Call it before the replacement: a missing entry would be worse than an entry for
 * a replacement that did not happen. `npm run ops` lists the entries by ID, so the ID starts with the time.
 */
async function logReplacement(
  api: PlatformApi,
  database: NamedDatabase,
  { name, keepsPrevious }: Replacement,
  operator: string,
): Promise<void> {
  const at = Date.now();
  const time = at.toString(16).padStart(12, "0");
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  const command = keepsPrevious ? "deploy --rotate" : "deploy --revoke";
  const after = name === "PLATFORM_SECRET" ? JSON.stringify({ previous: keepsPrevious ? "kept" : "none" }) : null;
  const values = [id, at, command, name, after, operator].map((value) =>
    value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`,
  );
  const columns = "id, at, command, target, after, operator";
  await queryDatabase(api, database, `insert into operator_log (${columns}) values (${values.join(", ")})`);
}

/**
 * Generates missing secrets and replaces the secret of `--rotate` or `--revoke`. Writes them to `.deploy.vars` first,
 * because the platform never returns a secret, and a lost secret cannot be rotated.
 */
function resolveSecrets(options: Options, project: Project, found: ExistingResources): Settings {
  const { replacement, print } = options;
  const { secrets } = project.settings;
  const made = {
    ...missingSecrets((name) => secrets[name] !== undefined || found.secrets.has(name)),
    ...(replacement === null ? {} : replacementOf(replacement, project.file.PLATFORM_SECRET)),
  };
  setVariables(project.varsPath, made);
  for (const name of Object.keys(made)) print(`  + ${name}, stored in .deploy.vars`);
  return readProject(options).settings;
}

/**
 * Puts the edge Worker last. With a new platform secret it is first, so that it verifies the links that the other Workers
 * then sign.
 */
function inOrder(workers: readonly DeployedWorker[], replacement: Options["replacement"]): readonly DeployedWorker[] {
  return replacement?.name === "PLATFORM_SECRET" ? workers.toReversed() : workers;
}

function secretsOf({ secrets: held }: DeployedWorker, secrets: Record<string, string>): Record<string, string> {
  if (held === "all") return secrets;
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => held.includes(name)));
}

async function removeEmptiedSecrets(
  api: PlatformApi,
  workerName: string,
  emptied: readonly string[],
  held: ReadonlySet<string>,
): Promise<string> {
  // Never delete a required secret: an empty line in .deploy.vars only means that its value is not known here.
  const names = emptied.filter((name) => isSecret(name) && !isGenerated(name) && held.has(name));
  for (const name of names) await api.remove(`/workers/scripts/${workerName}/secrets/${name}`);
  return names.length === 0 ? "none" : names.join(", ");
}

function variablesOf({ config, settings }: Project, found: ExistingResources): Record<string, string> {
  const { variables: set, emptied } = settings;
  return deployedVariables(config, { set, deployed: found.variables, emptied }, found.subdomain);
}

/** Returns the Worker's variables and secrets after this run, with generated secrets. */
function workerVariables(project: Project, found: ExistingResources): WorkerVariables {
  const { secrets, emptied } = project.settings;
  const held = [...found.secrets].filter((name) => secrets[name] === undefined && !emptied.includes(name));
  const toCome = missingSecrets((name) => secrets[name] !== undefined || found.secrets.has(name));
  return { variables: variablesOf(project, found), secrets: { ...toCome, ...secrets }, stored: new Set(held) };
}

/** Maximum compressed size of the upload. A larger bundle lengthens cold starts, during which guests wait. */
const MAX_BUNDLE_BYTES = 600 * 1024;

/** The options of the command line, and the environment. */
export interface Options {
  root: string;
  environment: NodeJS.Dict<string>;
  /** Region of new resources, see `Creation`. */
  location: string | null;
  replacement: Replacement | null;
  print(text: string): void;
}

/** The local inputs of a deployment, read before the first request to the platform. */
interface Project {
  config: RawConfig;
  desired: DesiredResources;
  settings: Settings;
  /** The contents of `.deploy.vars`. */
  file: NodeJS.Dict<string>;
  varsPath: string;
  /** The configuration file that wrangler deploys. It is not committed, because it contains the account's IDs. */
  configPath: string;
}

/** @throws CliError if `.deploy.vars` is invalid */
function readProject({ root, environment }: Options): Project {
  const names = deployedNames(namedVariables(join(root, ".dev.vars.example")));
  const varsPath = join(root, ".deploy.vars");
  const file = readDeployVars(varsPath, names);
  const config = readConfigFile(join(root, "wrangler.toml"));
  return {
    config,
    desired: desiredResources(config),
    settings: readSettings(environment, file, names),
    file,
    varsPath,
    configPath: join(root, "wrangler.deploy.json"),
  };
}

/** @returns the size as text @throws CliError if the bundle exceeds its budget */
function checkBundleSize(bytes: number): string {
  const kib = (size: number) => `${(size / 1024).toFixed(0)} KiB`;
  if (bytes <= MAX_BUNDLE_BYTES) return `${kib(bytes)} compressed, at most ${kib(MAX_BUNDLE_BYTES)}`;
  throw new CliError(`The bundle is ${kib(bytes)} compressed. Its budget is ${kib(MAX_BUNDLE_BYTES)}.`);
}

/**
 * Runs one step and prints its name afterwards, with the result if it is text.
 * @throws CliError that names the step and explains how to continue
 */
async function step<T>(say: (text: string) => void, name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    const result = await work();
    say(`✓ ${name}${typeof result === "string" && result !== "" ? `: ${result}` : ""}`);
    return result;
  } catch (error) {
    if (!(error instanceof Error) || !["CliError", "PlatformError"].includes(error.name)) throw error;
    throw new CliError(
      `✗ ${name}\n${error.message}\n\nCompleted steps remain in effect. To continue, run npm run deploy again.`,
    );
  }
}

/**
 * Runs the part of a deployment that needs no account: checks the configuration, bundles the Worker, checks the bundle's
 * size and lists the resources that a deployment creates. Writes nothing and sends no request.
 * @throws CliError naming the step that failed
 */
export async function dryRun(options: Options): Promise<void> {
  const { root, environment, print } = options;
  const project = await step(print, "read the configuration", () => readProject(options));
  const { config, settings, desired } = project;
  const { secrets, emptied } = settings;
  const variables = deployedVariables(config, { set: settings.variables, deployed: {}, emptied }, null);
  const generated = missingSecrets((name) => secrets[name] !== undefined);
  const worker = { variables, secrets: { ...generated, ...secrets }, stored: new Set<string>() };
  const domain = await step(print, "check the configuration", async () => {
    await checkWorkerConfig(worker);
    return ownDomain(variables.PUBLIC_URL ?? "");
  });
  await step(print, "bundle the Worker", async () =>
    checkBundleSize(await createWrangler(root, null).bundle("wrangler.toml", "--minify")),
  );

  const things = [
    ...(domain === null ? ["the account's subdomain of workers.dev"] : []),
    ...desired.databases.map((name) => `D1 database ${name}`),
    ...desired.namespaces.map((title) => `KV namespace ${title}`),
    ...desired.buckets.map((name) => `R2 bucket ${name}`),
    ...desired.queues.map((name) => `queue ${name}`),
    ...Object.keys(generated).map((name) => `secret ${name}, generated`),
    ...Object.keys(secrets).map((name) => `secret ${name}, yours`),
    ...workersOf(config, {}, variables).map(({ name }) => `Worker ${name}`),
    ...(domain === null ? [] : [`domain ${domain}`]),
  ];
  print(
    `\nA deployment creates these resources if they do not exist:\n${things.map((thing) => `  ${thing}`).join("\n")}`,
  );
  const notes = [...configurationWarnings(worker), ...accountProblem(environment, project)];
  print(`\n${notes.map((note) => `- ${note}`).join("\n")}`);
}

function accountProblem(environment: Options["environment"], { file }: Project): string[] {
  try {
    readAccount(environment, file);
    return [];
  } catch (error) {
    if (error instanceof CliError) return error.message.split("\n");
    throw error;
  }
}

const HEALTH_WITHIN_MS = 10_000;
/** Includes the time until a new host name has its certificate. */
const HEALTHY_WITHIN_MS = 3 * 60_000;
const POLL_MS = 2_000;
const ENGINE_ANSWERS_WITHIN_MS = 5_000;

/**
 * Waits until the deployed Worker responds with 200. The request also sets the Scheduler's first alarm.
 * @throws CliError with the last response if there is no 200 in time
 */
async function waitForHealth(publicUrl: string, withinMs = HEALTHY_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await statusOf(`${publicUrl}/health`, HEALTH_WITHIN_MS);
    if (answer === 200) return;
    if (Date.now() >= deadline) throw new CliError(`${publicUrl}/health returned ${answer} instead of 200.`);
    await pause(Math.min(POLL_MS, Math.max(0, deadline - Date.now())));
  }
}

/** Returns the status of the response, or the name of the error. */
function statusOf(url: string, withinMs: number): Promise<number | string> {
  return fetch(url, { signal: AbortSignal.timeout(withinMs) }).then(
    (response) => response.status,
    (error: Error) => `nothing (${error.name})`,
  );
}

const ENGINE_STEPS = `Run the engine in a container near the guests: the Worker waits at most 250 ms, including the network.

  docker build -f scoring-engine/Dockerfile -t usher-engine .
  mkdir -p .data && (umask 077; grep '^SCORING_ENGINE_SECRET=' .deploy.vars > .data/engine.env)
  docker run -d --name usher-engine --restart unless-stopped --env-file .data/engine.env \\
    -p 127.0.0.1:50052:50052 -v usher-engine:/data usher-engine

  On another host: docker tag, docker push to its registry, and set the same variables there.

  50052   gRPC-Web over HTTP/1.1 for the Worker: publish it behind a TLS proxy
  50051   native gRPC for other programs: keep it closed, or in your private network
  9464    metrics for Prometheus, without authentication: private network only

  SCORING_ENGINE_SECRET   the same as the Worker's; at least 32 bytes
  STORE_PATH, /data       guests' baselines; the volume outlives the container
  REDIS_URL               replaces the file if several engines share a store

Then set SCORING_ENGINE_URL=https://… in .deploy.vars and run npm run deploy again.`;

/** Returns the operator's next steps, printed at the end of a deployment. */
async function nextSteps({
  publicUrl,
  engineUrl,
  secrets,
  warnings,
}: {
  publicUrl: string;
  engineUrl: string;
  secrets: Readonly<Record<string, string>>;
  warnings: readonly string[];
}): Promise<string[]> {
  const parts = [`Usher runs at ${publicUrl}.`];
  if (warnings.length > 0) parts.push(warnings.map((line) => `- ${line}`).join("\n"));
  if (engineUrl === NO_ENGINE) {
    parts.push(ENGINE_STEPS);
    if (secrets.SCORING_ENGINE_SECRET === undefined)
      parts.push("SCORING_ENGINE_SECRET is not in this .deploy.vars, but in the one of the first deployment.");
  } else if ((await statusOf(`${engineUrl}/healthz`, ENGINE_ANSWERS_WITHIN_MS)) !== 200) {
    // The Worker's network may differ from this one.
    parts.push(`${engineUrl}/healthz does not respond to this machine. Check that it is reachable from the internet.`);
  }
  return parts;
}
