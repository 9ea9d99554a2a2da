import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMissing } from "./create-missing.ts";
import { deployedVariables, deploymentConfig, ownDomain } from "./deployment-config.ts";
import { readConfigFile } from "./desired-resources.ts";
import { discoverResources, discoverSecrets, type ExistingResources } from "./discover.ts";
import { attachDomain } from "./domain.ts";
import { engineAnswers, waitForHealth } from "./health.ts";
import { pendingMigrations } from "./migrations.ts";
import { hasEngine, nextSteps } from "./next-steps.ts";
import { type DeployedWorker, workersOf } from "./placement.ts";
import { createPlatformApi, type PlatformApi } from "./platform-api.ts";
import { checkBundleSize, type Options, type Project, readProject, step } from "./project.ts";
import { checkReplacement, isGenerated, missingSecrets, replacementOf, setVariables } from "./secrets.ts";
import { isSecret, readAccount, type Settings } from "./settings.ts";
import { checkWorkerConfig, configurationWarnings, type WorkerVariables } from "./worker-config.ts";
import { createWrangler } from "./wrangler.ts";

/**
 * Deploys the service. Every step is idempotent: a run after an interrupted one continues it, and a run without changes
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
    if (replacement !== null) checkReplacement(replacement, { environment, file: project.file, stored: found.secrets });
    await checkWorkerConfig(workerVariables(project, found));
    ownDomain(variablesOf(project, found).PUBLIC_URL ?? "");
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
      return pending.length > 0 ? pending.join(", ") : "none is new";
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

  const steps = nextSteps({
    publicUrl,
    engineUrl,
    engineAnswers: hasEngine(engineUrl) ? await engineAnswers(engineUrl) : null,
    knowsEngineSecret: secrets.SCORING_ENGINE_SECRET !== undefined,
    warnings: configurationWarnings({ ...workerVariables(project, complete), variables }),
  });
  print(`\n${steps}`);
}

/**
 * Generates missing secrets and replaces the one that is to be rotated. Both are written to `.deploy.vars` first: the
 * platform never returns a secret, and a secret that is lost cannot be rotated.
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

/** The edge Worker last; with a new secret first, so that it knows the links that the others sign from then on. */
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
  // A required secret is never deleted: an empty line in .deploy.vars only means that its value is not known here.
  const names = emptied.filter((name) => isSecret(name) && !isGenerated(name) && held.has(name));
  for (const name of names) await api.remove(`/workers/scripts/${workerName}/secrets/${name}`);
  return names.length === 0 ? "none" : names.join(", ");
}

function variablesOf({ config, settings }: Project, found: ExistingResources): Record<string, string> {
  const { variables: set, emptied } = settings;
  return deployedVariables(config, { set, deployed: found.variables, emptied }, found.subdomain);
}

/** The Worker's variables and secrets after this run, generated secrets included. */
function workerVariables(project: Project, found: ExistingResources): WorkerVariables {
  const { secrets, emptied } = project.settings;
  const held = [...found.secrets].filter((name) => secrets[name] === undefined && !emptied.includes(name));
  const toCome = missingSecrets((name) => secrets[name] !== undefined || found.secrets.has(name));
  return { variables: variablesOf(project, found), secrets: { ...toCome, ...secrets }, stored: new Set(held) };
}
