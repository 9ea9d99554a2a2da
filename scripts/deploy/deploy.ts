import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMissing } from "./create-missing.ts";
import { deployedVariables, deploymentConfig, ownDomain } from "./deployment-config.ts";
import { attachDomain } from "./domain.ts";
import { engineAnswers, waitForHealth } from "./health.ts";
import { type Found, lookUp } from "./look-up.ts";
import { pendingMigrations } from "./migrations.ts";
import { createPlatformApi, type PlatformApi } from "./platform-api.ts";
import { checkBundleSize, type Options, type Project, readProject, step } from "./project.ts";
import { checkReplacement, isGenerated, missingSecrets, replacementOf, setVariables } from "./secrets.ts";
import { isSecret, readAccount, type Settings } from "./settings.ts";
import { hasEngine, whatIsLeft } from "./what-is-left.ts";
import { checkWorkerConfig, shortcomings, type WorkerVariables } from "./worker-config.ts";
import { createWrangler } from "./wrangler.ts";

/**
 * Brings the service into the account. Every step finds what is there already, so a run that was cut short is gone on
 * with by the next, and a run with nothing to do changes nothing but the Worker's version.
 * @throws CliError naming the step that failed
 */
export async function deploy(options: Options): Promise<void> {
  const { root, environment, say, replacement } = options;
  const project = await step(say, "read the configuration", () => readProject(options));
  const { config, configPath } = project;
  const account = await step(say, "read who deploys", () => readAccount(environment, project.file));
  const api = createPlatformApi(account);
  const wrangler = createWrangler(root, account);

  const found = await step(say, "look up what the account has", () => lookUp(api, config.name, project.wanted));
  await step(say, "check the configuration", async () => {
    if (replacement !== null) checkReplacement(replacement, { environment, file: project.file, held: found.secrets });
    await checkWorkerConfig(workerVariables(project, found));
    ownDomain(variablesOf(project, found).PUBLIC_URL ?? "");
  });
  await step(say, "bundle the Worker", async () => checkBundleSize(await wrangler.bundle("wrangler.toml", "--minify")));
  const complete = await step(say, "create what is missing", () =>
    createMissing(api, config.name, project.wanted, found, {
      location: options.location,
      needsSubdomain: ownDomain(variablesOf(project, found).PUBLIC_URL ?? "") === null,
      account: account.accountId,
      onCreated: (what) => say(`  + ${what}`),
    }),
  );
  const variables = variablesOf(project, complete);
  const { PUBLIC_URL: publicUrl = "", SCORING_ENGINE_URL: engineUrl = "" } = variables;
  await step(say, "write wrangler.deploy.json", () => {
    const written = deploymentConfig(config, complete, { accountId: account.accountId, variables });
    writeFileSync(configPath, `${JSON.stringify(written, null, 2)}\n`);
  });
  for (const { binding, database_name: name, migrations_dir: folder = "migrations" } of config.d1_databases) {
    await step(say, `apply the migrations to ${name}`, async () => {
      const pending = await pendingMigrations(api, complete.databases.get(name) ?? "", join(root, folder));
      if (pending.length > 0) await wrangler.migrate(configPath, binding);
      return pending.length > 0 ? pending.join(", ") : "none is new";
    });
  }
  const { secrets, emptied } = await step(say, "make secrets that are missing", () => settle(options, project, found));
  await step(say, "deploy the Worker", () => wrangler.deploy(configPath, secrets));
  await step(say, "take away secrets without a value", () => removeEmptied(api, config.name, emptied, found));
  const domain = ownDomain(publicUrl);
  if (domain !== null) await step(say, "attach the domain", () => attachDomain(api, config.name, domain));
  await step(say, "wait for /health", () => waitForHealth(publicUrl));

  const left = whatIsLeft({
    publicUrl,
    engineUrl,
    engineIsThere: hasEngine(engineUrl) ? await engineAnswers(engineUrl) : null,
    knowsEngineSecret: secrets.SCORING_ENGINE_SECRET !== undefined,
    shortcomings: shortcomings({ ...workerVariables(project, complete), variables }),
  });
  say(`\n${left}`);
}

/**
 * Generates what is missing and replaces what is to be replaced. Both are in `.deploy.vars` before they are anywhere
 * else: the platform never tells a secret, and whoever lost one cannot rotate it.
 */
function settle(options: Options, project: Project, found: Found): Settings {
  const { replacement, say } = options;
  const { secrets } = project.settings;
  const made = {
    ...missingSecrets((name) => secrets[name] !== undefined || found.secrets.has(name)),
    ...(replacement === null ? {} : replacementOf(replacement, project.file.PLATFORM_SECRET)),
  };
  setVariables(project.varsPath, made);
  for (const name of Object.keys(made)) say(`  + ${name}, kept in .deploy.vars`);
  return readProject(options).settings;
}

async function removeEmptied(
  api: PlatformApi,
  workerName: string,
  emptied: readonly string[],
  found: Found,
): Promise<string> {
  // An empty line of a secret that the service cannot do without only means that the operator does not have it.
  const names = emptied.filter((name) => isSecret(name) && !isGenerated(name) && found.secrets.has(name));
  for (const name of names) await api.remove(`/workers/scripts/${workerName}/secrets/${name}`);
  return names.length === 0 ? "none" : names.join(", ");
}

function variablesOf({ config, settings }: Project, found: Found): Record<string, string> {
  const { variables: set, emptied } = settings;
  return deployedVariables(config, { set, deployed: found.variables, emptied }, found.subdomain);
}

/** What the Worker is going to see; secrets that are still to be made are taken for made. */
function workerVariables(project: Project, found: Found): WorkerVariables {
  const { secrets, emptied } = project.settings;
  const held = [...found.secrets].filter((name) => secrets[name] === undefined && !emptied.includes(name));
  const toCome = missingSecrets((name) => secrets[name] !== undefined || found.secrets.has(name));
  return { variables: variablesOf(project, found), secrets: { ...toCome, ...secrets }, held: new Set(held) };
}
