import { isIP } from "node:net";
import { CliError } from "../cli-error.ts";
import { type ExistingResources, namespaceTitle, type RawConfig } from "./resources.ts";

/** Placeholder for a secret that is already in the account: it was validated when it was set. */
const STORED_SECRET = "stored-in-the-account-and-not-readable:";
/** Placeholders of secrets whose form the schema checks. */
const STORED_SHAPES = new Map([
  ["SMTP_URL", "smtp://held"],
  ["GOOGLE_WALLET_PRIVATE_KEY", "BEGIN PRIVATE KEY"],
  ["APPLE_WALLET_KEY", "BEGIN PRIVATE KEY"],
]);
/** The sender in wrangler.toml, so that the service starts without any configuration. */
const EXAMPLE_SENDER = "@usher.example";
const MAIL_BACKENDS = ["RESEND_API_KEY", "SMTP_URL"];
/** Providers that need either all of their variables or none. */
const VARIABLE_GROUPS = [
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  ["GOOGLE_WALLET_ISSUER_ID", "GOOGLE_WALLET_SERVICE_ACCOUNT", "GOOGLE_WALLET_PRIVATE_KEY"],
  [
    "APPLE_WALLET_PASS_TYPE_ID",
    "APPLE_WALLET_TEAM_ID",
    "APPLE_WALLET_CERTIFICATE",
    "APPLE_WALLET_KEY",
    "APPLE_WALLET_WWDR",
  ],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_PRO", "STRIPE_PRICE_BUSINESS"],
];

/** The environment that the Worker will have. */
export interface WorkerVariables {
  variables: Record<string, string>;
  /** Secrets with their values. */
  secrets: Record<string, string>;
  /** Names of secrets that remain in the account. */
  stored: ReadonlySet<string>;
}

/**
 * Validates the configuration with the Worker's own schema, before anything is changed.
 * @throws CliError naming every invalid variable, never a value
 */
export async function checkWorkerConfig({ variables, secrets, stored }: WorkerVariables): Promise<void> {
  const placeholders = Object.fromEntries(
    [...stored].map((name) => [name, STORED_SHAPES.get(name) ?? STORED_SECRET + name]),
  );
  // Imported by URL: the module needs the Worker's types, which are not in this program's TypeScript configuration.
  const { readConfig } = await import(new URL("../../src/env.ts", import.meta.url).href);
  const problems: string[] = [];
  try {
    readConfig({ ...placeholders, ...variables, ...secrets });
  } catch (error) {
    problems.push((error as Error).message);
  }
  const has = (name: string) => Boolean(variables[name] ?? secrets[name]) || stored.has(name);
  for (const names of VARIABLE_GROUPS) {
    const missing = names.filter((name) => !has(name));
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${missing.join(", ")}: required together with ${names.filter(has).join(", ")}`);
  }
  // The Worker also accepts http:// on its own machine, where no engine of a deployment is.
  if (problems.length === 0) problems.push(...unencryptedEngines(variables));
  if (MAIL_BACKENDS.some(has) && variables.EMAIL_FROM?.includes(EXAMPLE_SENDER)) {
    problems.push("EMAIL_FROM: not set, but a mail backend is configured");
  }
  if (problems.length > 0) throw new CliError(problems.join("\n"));
}

/** Returns a line for each valid setting of an engine whose calls are not encrypted. */
function unencryptedEngines({ SCORING_ENGINE_URL = "", REGIONS }: Record<string, string>): string[] {
  const isPlain = (engine: string | undefined) => URL.parse(engine ?? "")?.protocol === "http:";
  const regions = Object.entries(JSON.parse(REGIONS || "{}") as RegionTable);
  const names = regions.flatMap(([name, { engine }]) => (isPlain(engine) ? [`REGIONS: \`engine\` of ${name}`] : []));
  if (isPlain(SCORING_ENGINE_URL)) names.push("SCORING_ENGINE_URL:");
  return names.map((name) => `${name} must begin with https://, because each call contains a secret`);
}

/** Returns a line for each feature that the configuration leaves disabled. */
export function configurationWarnings({ variables, secrets, stored }: WorkerVariables): string[] {
  const has = (name: string) => Boolean(variables[name] ?? secrets[name]) || stored.has(name);
  const lines: string[] = [];
  if (variables.SCORING_ENGINE_URL === NO_ENGINE) lines.push("No engine yet: guests get access without a score.");
  if (!MAIL_BACKENDS.some(has))
    lines.push("No RESEND_API_KEY or SMTP_URL: emails are written to the log and not sent.");
  if (!has("TWILIO_ACCOUNT_SID")) lines.push("No TWILIO_…: text messages are written to the log and not sent.");
  if (has("RESEND_API_KEY") && !has("RESEND_WEBHOOK_SECRET"))
    lines.push(
      "No RESEND_WEBHOOK_SECRET: /webhooks/email accepts unsigned reports that have the stored ID of an email.",
    );
  if (variables.TWILIO_WEBHOOK_SIGNATURES === "optional")
    lines.push("TWILIO_WEBHOOK_SIGNATURES is optional: /webhooks/sms-status accepts unsigned reports.");
  if (!has("STRIPE_SECRET_KEY")) lines.push("No STRIPE_…: all users have the free tier.");
  return lines;
}

/** An address that never resolves (RFC 2606): accesses are allowed without a score until an engine is configured. */
export const NO_ENGINE = "https://engine.invalid";
/** Variables of wrangler.toml that apply to local development only. */
const LOCAL_ONLY = ["PUBLIC_URL", "SCORING_ENGINE_URL"];
const WORKERS_DEV = ".workers.dev";

/**
 * Returns the variables of a deployment. In order of precedence: the operator's settings, the deployed values, wrangler.toml.
 * @param subdomain the account's `workers.dev` subdomain, or null
 */
export function deployedVariables(
  config: RawConfig,
  { set, emptied, deployed }: Record<"set" | "deployed", Record<string, string>> & { emptied: readonly string[] },
  subdomain: string | null,
): Record<string, string> {
  const defaults = Object.entries(config.vars).filter(([name]) => !LOCAL_ONLY.includes(name));
  const retained = Object.entries(deployed).filter(([name]) => !emptied.includes(name));
  const given = { ...Object.fromEntries(retained), ...set };
  return {
    ...Object.fromEntries(defaults),
    PUBLIC_URL: `https://${isPlaced(given) ? edgeName(config) : config.name}.${subdomain ?? "your-account"}${WORKERS_DEV}`,
    SCORING_ENGINE_URL: NO_ENGINE,
    ...given,
  };
}

/**
 * Returns the custom domain that must be routed to the Worker, or null for a `workers.dev` or a local address.
 * @throws CliError if the address cannot be the base of links
 */
export function ownDomain(publicUrl: string): string | null {
  if (!URL.canParse(publicUrl)) throw new CliError("PUBLIC_URL must be an absolute URL.");
  const { protocol, hostname, pathname } = new URL(publicUrl);
  if (pathname !== "/") throw new CliError("PUBLIC_URL must not have a path.");
  if (hostname === "localhost" || isIP(hostname) !== 0) return null;
  if (protocol !== "https:") throw new CliError("PUBLIC_URL must begin with https://, because links contain secrets.");
  return hostname.endsWith(WORKERS_DEV) ? null : hostname;
}

/**
 * Returns the configuration that wrangler deploys: wrangler.toml with the account's IDs and the deployment's variables,
 * without secrets.
 * @throws CliError if a resource of wrangler.toml is not in the account
 */
export function deploymentConfig(
  config: RawConfig,
  found: Pick<ExistingResources, "databases" | "namespaces">,
  { accountId, variables }: { accountId: string; variables: Record<string, string> },
): RawConfig {
  const idOf = (ids: ReadonlyMap<string, string>, name: string): string => {
    const id = ids.get(name);
    if (id === undefined) throw new CliError(`${name} is not in the account.`);
    return id;
  };
  return {
    ...config,
    account_id: accountId,
    workers_dev: ownDomain(variables.PUBLIC_URL ?? "") === null,
    // Preview URLs would be further addresses of the service.
    preview_urls: false,
    minify: true,
    d1_databases: config.d1_databases.map((database) => ({
      ...database,
      database_id: idOf(found.databases, database.database_name),
    })),
    kv_namespaces: config.kv_namespaces.map((namespace) => ({
      ...namespace,
      id: idOf(found.namespaces, namespaceTitle(config, namespace.binding)),
    })),
    vars: variables,
  };
}

/** A Worker of the deployment, with its configuration file and its secrets. */
export interface DeployedWorker {
  name: string;
  /** File name in the project's root. The file is not committed. */
  file: string;
  config: Record<string, unknown>;
  /** Names of its secrets; a data Worker has all. */
  secrets: "all" | readonly string[];
}

/** The secrets with which the edge Worker verifies links. */
const EDGE_SECRETS = ["PLATFORM_SECRET", "PLATFORM_SECRET_PREVIOUS"];
const EDGE_VARIABLES = ["PUBLIC_URL", "CORS_ORIGINS", "REGIONS"];

/** The settings of regions that a deployment reads. src/kernel/regions.ts validates them. */
type RegionTable = Record<string, { shards: number[]; placement?: string; engine?: string }>;

/** True if the data Worker is placed next to its data, with an edge Worker in front. */
function isPlaced(variables: Readonly<Record<string, string>>): boolean {
  return Boolean(variables.PLACEMENT || variables.REGIONS);
}

/** Returns the edge Worker's name: the data Worker's name with an ending. */
function edgeName({ name }: Pick<RawConfig, "name">): string {
  return `${name}-edge`;
}

/**
 * Returns the Workers of a deployment in the order of the first deployment: each after the Workers to which it refers.
 * Without PLACEMENT and REGIONS, returns only the Worker of wrangler.toml.
 * @param data the configuration of the data Worker, with the account's IDs
 * @param edge wrangler.edge.toml
 * @throws CliError for a region without a placement
 */
export function workersOf(
  data: RawConfig,
  edge: Record<string, unknown>,
  variables: Readonly<Record<string, string>>,
): [DeployedWorker, ...DeployedWorker[]] {
  const first: DeployedWorker = { name: data.name, file: "wrangler.deploy.json", config: data, secrets: "all" };
  if (!isPlaced(variables)) return [first];
  const regions = Object.entries(JSON.parse(variables.REGIONS || "{}") as RegionTable);
  const [home, own] = regions.find(([, { shards }]) => shards.includes(0)) ?? [];
  const others = regions.filter(([name]) => name !== home);
  const placed = (name = "", placement = "") => {
    if (placement !== "") return { region: placement };
    throw new CliError(`REGIONS: ${name} has no \`placement\`, such as aws:eu-central-1.`);
  };
  return [
    { ...first, config: { ...data, placement: placed(home, own?.placement ?? variables.PLACEMENT) } },
    ...others.map(([name, { placement }]) => regionalWorker(data, name, placed(name, placement))),
    edgeWorker(data, edge, variables, [
      { binding: "DATA", service: data.name },
      ...others.map(([name]) => serviceOf(data, name)),
    ]),
  ];
}

/**
 * Returns the Worker of an additional region. It has the same code and databases, and uses the first Worker's objects, queues
 * and schedule. An object is created near its first user, which is this Worker for the events of its region.
 */
function regionalWorker(data: RawConfig, region: string, placement: { region: string }): DeployedWorker {
  const { migrations: _, triggers: __, queues, durable_objects: objects, ...config } = data;
  const { bindings } = objects as { bindings: object[] };
  const name = `${data.name}-${region}`;
  return {
    name,
    file: `wrangler.${region}.deploy.json`,
    config: {
      ...config,
      name,
      placement,
      workers_dev: false,
      queues: { producers: queues.producers },
      durable_objects: { bindings: bindings.map((binding) => ({ ...binding, script_name: data.name })) },
    },
    secrets: "all",
  };
}

function edgeWorker(
  data: RawConfig,
  edge: Record<string, unknown>,
  variables: Readonly<Record<string, string>>,
  services: readonly object[],
): DeployedWorker {
  const vars = Object.entries(variables).filter(([name]) => EDGE_VARIABLES.includes(name));
  return {
    name: edgeName(data),
    file: "wrangler.edge.deploy.json",
    config: {
      ...edge,
      name: edgeName(data),
      account_id: data.account_id,
      workers_dev: data.workers_dev,
      preview_urls: false,
      minify: true,
      services,
      vars: Object.fromEntries(vars),
    },
    secrets: EDGE_SECRETS,
  };
}

/** Returns the binding `DATA_US` to `usher-us`, see `Region.service` of src/kernel/regions.ts. */
function serviceOf({ name }: RawConfig, region: string) {
  return { binding: `DATA_${region.replaceAll("-", "_").toUpperCase()}`, service: `${name}-${region}` };
}
