import { CliError } from "../cli-error.ts";
import { deployedVariables, ownDomain } from "./deployment-config.ts";
import { workersOf } from "./placement.ts";
import { checkBundleSize, type Options, type Project, readProject, step } from "./project.ts";
import { missingSecrets } from "./secrets.ts";
import { readAccount } from "./settings.ts";
import { checkWorkerConfig, configurationWarnings } from "./worker-config.ts";
import { createWrangler } from "./wrangler.ts";

/**
 * The part of a deployment that needs no account: checks the configuration, bundles the Worker, checks the bundle's size
 * and lists what would be created. Writes nothing and sends no request.
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
  const domain = await step(print, "check it", async () => {
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
  print(`\nA deployment creates, where it is not there yet:\n${things.map((thing) => `  ${thing}`).join("\n")}`);
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
