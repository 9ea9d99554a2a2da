import { CliError } from "../cli-error.ts";
import { deployedVariables, ownDomain } from "./deployment-config.ts";
import { checkBundleSize, type Options, type Project, readProject, step } from "./project.ts";
import { missingSecrets } from "./secrets.ts";
import { readAccount } from "./settings.ts";
import { checkWorkerConfig, shortcomings } from "./worker-config.ts";
import { createWrangler } from "./wrangler.ts";

/**
 * All of a deployment that needs no account: the configuration is checked, the Worker bundled and weighed, and what
 * would be created is listed. Nothing is written and nobody is asked.
 * @throws CliError naming the step that failed
 */
export async function rehearse(options: Options): Promise<void> {
  const { root, environment, say } = options;
  const project = await step(say, "read the configuration", () => readProject(options));
  const { config, settings, wanted } = project;
  const { secrets, emptied } = settings;
  const variables = deployedVariables(config, { set: settings.variables, deployed: {}, emptied }, null);
  const generated = missingSecrets((name) => secrets[name] !== undefined);
  const worker = { variables, secrets: { ...generated, ...secrets }, held: new Set<string>() };
  const domain = await step(say, "check it", async () => {
    await checkWorkerConfig(worker);
    return ownDomain(variables.PUBLIC_URL ?? "");
  });
  await step(say, "bundle the Worker", async () =>
    checkBundleSize(await createWrangler(root, null).bundle("wrangler.toml", "--minify")),
  );

  const things = [
    ...(domain === null ? ["the account's subdomain of workers.dev"] : []),
    ...wanted.databases.map((name) => `D1 database ${name}`),
    ...wanted.namespaces.map((title) => `KV namespace ${title}`),
    ...wanted.buckets.map((name) => `R2 bucket ${name}`),
    ...wanted.queues.map((name) => `queue ${name}`),
    ...Object.keys(generated).map((name) => `secret ${name}, generated`),
    ...Object.keys(secrets).map((name) => `secret ${name}, yours`),
    `Worker ${config.name}${domain === null ? "" : ` at ${domain}`}`,
  ];
  say(`\nA deployment creates, where it is not there yet:\n${things.map((thing) => `  ${thing}`).join("\n")}`);
  const notes = [...shortcomings(worker), ...accountProblem(environment, project)];
  say(`\n${notes.map((note) => `- ${note}`).join("\n")}`);
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
