import { createHash } from "node:crypto";
import { join } from "node:path";
import { experimental_readRawConfig as readRawConfig } from "wrangler";
import { CliError } from "../cli-error.ts";
import { BASELINE_QUERY, baselineDigest, migrationFiles } from "../migrations.ts";
import { type PlatformApi, PlatformError } from "./platform-api.ts";

/** The parts of wrangler.toml that a deployment reads; the rest is passed through unchanged. */
export interface RawConfig {
  name: string;
  d1_databases: { binding: string; database_name: string; database_id: string; migrations_dir?: string }[];
  kv_namespaces: { binding: string; id: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  queues: { producers: { queue: string }[]; consumers: { queue: string; dead_letter_queue?: string }[] };
  vars: Record<string, string>;
  [other: string]: unknown;
}

/** The resources that must exist before the Worker is deployed, by name. */
export interface DesiredResources {
  databases: string[];
  /** Titles derived from the bindings, because wrangler.toml has none. */
  namespaces: string[];
  buckets: string[];
  /** Dead-letter queues first: they must exist before the queues that refer to them. */
  queues: string[];
}

export function readConfigFile(path: string): RawConfig {
  // Unchecked cast, because wrangler validates the file when it builds the bundle.
  return readRawConfig({ config: path }).rawConfig as unknown as RawConfig;
}

export function desiredResources(config: RawConfig): DesiredResources {
  const { producers, consumers } = config.queues;
  const dead = consumers.flatMap(({ dead_letter_queue: queue }) => queue ?? []);
  const queues = [...dead, ...producers.map(({ queue }) => queue), ...consumers.map(({ queue }) => queue)];
  return {
    databases: config.d1_databases.map(({ database_name: name }) => name),
    namespaces: config.kv_namespaces.map(({ binding }) => namespaceTitle(config, binding)),
    buckets: config.r2_buckets.map(({ bucket_name: name }) => name),
    queues: [...new Set(queues)],
  };
}

/** Returns `usher-kv`: wrangler names the resources that it creates for a binding the same way. */
export function namespaceTitle({ name }: Pick<RawConfig, "name">, binding: string): string {
  return `${name}-${binding.toLowerCase().replaceAll("_", "-")}`;
}

/** The resources, secrets and variables that the account already has. */
export interface ExistingResources {
  /** Name → ID. */
  databases: Map<string, string>;
  /** Title → ID. */
  namespaces: Map<string, string>;
  buckets: Set<string>;
  queues: Set<string>;
  /** The account's `workers.dev` subdomain, or null. */
  subdomain: string | null;
  /** Names of the Worker's secrets; their values cannot be read. */
  secrets: Set<string>;
  /** The variables that the Worker was deployed with. */
  variables: Record<string, string>;
}

interface Binding {
  type: string;
  name: string;
  text?: string;
}

/** Statuses of the platform's API for a token that lacks a permission. */
const FORBIDDEN = [401, 403];

/**
 * Reads the account's resources in parallel, so that one error can list every permission that the token lacks.
 * @throws CliError naming each permission that the token lacks
 */
export async function discoverResources(
  api: PlatformApi,
  workerName: string,
  desired: DesiredResources,
): Promise<ExistingResources> {
  const worker = `/workers/scripts/${workerName}`;
  const missingPermissions: string[] = [];
  const requirePermission = <T>(permission: string, answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (!(error instanceof PlatformError) || !FORBIDDEN.includes(error.status)) throw error;
      missingPermissions.push(permission);
      return null;
    });

  const [databases, namespaces, buckets, queues, subdomain, secrets, settings] = await Promise.all([
    requirePermission("D1: Edit", api.list<{ uuid: string; name: string }>("/d1/database")),
    requirePermission("Workers KV Storage: Edit", api.list<{ id: string; title: string }>("/storage/kv/namespaces")),
    requirePermission("Workers R2 Storage: Edit", Promise.all(desired.buckets.map((name) => findBucket(api, name)))),
    requirePermission("Queues: Edit", api.list<{ queue_name: string }>("/queues")),
    requirePermission("Workers Scripts: Edit", api.find<{ subdomain: string | null }>("/workers/subdomain")),
    requirePermission("Workers Scripts: Edit", api.find<{ name: string }[]>(`${worker}/secrets`)),
    requirePermission("Workers Scripts: Edit", api.find<{ bindings: Binding[] }>(`${worker}/settings`)),
  ]);
  if (missingPermissions.length > 0) {
    const lacking = [...new Set(missingPermissions)].join(", ");
    throw new CliError(`CLOUDFLARE_API_TOKEN lacks permissions in this account: ${lacking}.`);
  }
  const plain = (settings?.bindings ?? []).filter(({ type }) => type === "plain_text");
  return {
    databases: new Map(databases?.map(({ name, uuid }) => [name, uuid])),
    namespaces: new Map(namespaces?.map(({ title, id }) => [title, id])),
    buckets: new Set(buckets?.filter((name) => name !== null)),
    queues: new Set(queues?.map(({ queue_name: name }) => name)),
    subdomain: subdomain?.subdomain ?? null,
    secrets: new Set(secrets?.map(({ name }) => name)),
    variables: Object.fromEntries(plain.map(({ name, text }) => [name, text ?? ""])),
  };
}

/** Returns the names of the secrets of another Worker of the deployment; none if it is not deployed. */
export async function discoverSecrets(api: PlatformApi, workerName: string): Promise<Set<string>> {
  const secrets = await api.find<{ name: string }[]>(`/workers/scripts/${workerName}/secrets`);
  return new Set(secrets?.map(({ name }) => name));
}

/** The platform's error code for an account without R2. */
const R2_IS_OFF = 10042;

async function findBucket(api: PlatformApi, name: string): Promise<string | null> {
  try {
    return (await api.find(`/r2/buckets/${name}`)) === null ? null : name;
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.codes.includes(R2_IS_OFF)) throw error;
    throw new CliError("R2 is not enabled in this account. Enable it once in the dashboard: R2, Enable.");
  }
}

/** Length of the account's hash in the name of its `workers.dev` subdomain, which must be globally unique. */
const SUBDOMAIN_CHARACTERS = 10;

export interface Creation {
  /** Region of new databases and buckets (`weur`, `enam`, …), which cannot be changed; null: the platform chooses. */
  location: string | null;
  /** True if the Worker is reached at a `workers.dev` address. */
  needsSubdomain: boolean;
  account: string;
  /** Called with each resource after it is created. */
  onCreated(what: string): void;
}

/**
 * Creates missing resources one after the other, so that the next run can continue an interrupted one.
 * @returns the account's resources afterwards
 */
export async function createMissing(
  api: PlatformApi,
  workerName: string,
  desired: DesiredResources,
  found: ExistingResources,
  { location, needsSubdomain, account, onCreated }: Creation,
): Promise<ExistingResources> {
  const now = structuredClone(found);
  if (needsSubdomain && found.subdomain === null) {
    const subdomain = `${workerName}-${createHash("sha256").update(account).digest("hex").slice(0, SUBDOMAIN_CHARACTERS)}`;
    await api.put("/workers/subdomain", { subdomain });
    now.subdomain = subdomain;
    onCreated(`subdomain ${subdomain}.workers.dev`);
  }
  for (const name of desired.databases.filter((name) => !found.databases.has(name))) {
    const hint = location === null ? {} : { primary_location_hint: location };
    const { uuid } = await api.post<{ uuid: string }>("/d1/database", { name, ...hint });
    now.databases.set(name, uuid);
    onCreated(`D1 database ${name}`);
  }
  for (const title of desired.namespaces.filter((title) => !found.namespaces.has(title))) {
    const { id } = await api.post<{ id: string }>("/storage/kv/namespaces", { title });
    now.namespaces.set(title, id);
    onCreated(`KV namespace ${title}`);
  }
  for (const name of desired.buckets.filter((name) => !found.buckets.has(name))) {
    await api.post("/r2/buckets", { name, ...(location === null ? {} : { locationHint: location }) });
    now.buckets.add(name);
    onCreated(`R2 bucket ${name}`);
  }
  for (const name of desired.queues.filter((name) => !found.queues.has(name))) {
    await api.post("/queues", { queue_name: name });
    now.queues.add(name);
    onCreated(`queue ${name}`);
  }
  return now;
}

interface Domain {
  hostname: string;
  service: string;
}

/**
 * Routes a domain of the account's zones to the Worker. Uses the platform's API, which refuses to replace existing DNS
 * records; wrangler replaces them when it runs without a terminal.
 * @param former a Worker of this deployment to which the domain may lead until now
 * @throws CliError if the name already belongs to another Worker
 */
export async function attachDomain(
  api: PlatformApi,
  workerName: string,
  hostname: string,
  former = workerName,
): Promise<string> {
  const domains = await api.get<Domain[]>(`/workers/domains?hostname=${encodeURIComponent(hostname)}`);
  const known = domains.find((domain) => domain.hostname === hostname);
  if (known !== undefined && ![workerName, former].includes(known.service)) {
    throw new CliError(`${hostname} already leads to the Worker ${known.service}.`);
  }
  if (known?.service !== workerName) await api.put("/workers/domains", { hostname, service: workerName });
  return hostname;
}

/** A database of the account. */
export interface NamedDatabase {
  id: string;
  name: string;
}

/**
 * Returns the migrations of `folder` that are not applied to a database yet, in order.
 * @throws CliError if the database was made from another baseline
 */
export async function pendingMigrations(
  api: PlatformApi,
  database: NamedDatabase,
  root: string,
  folder: string,
): Promise<string[]> {
  const applied = new Set(
    (await selectRows(api, database, "select name from d1_migrations")).map(({ name }) => String(name)),
  );
  if (applied.size > 0) {
    const [baseline] = await selectRows(api, database, BASELINE_QUERY);
    if (baseline?.digest !== baselineDigest(root)) throw new CliError(outdated(database.name));
  }
  return migrationFiles(join(root, folder)).filter((name) => !applied.has(name));
}

function outdated(name: string): string {
  return `${name} was made from another version of migrations/0001_baseline.sql. Its tables are unchanged. If its data may be lost, run \`npx wrangler d1 delete ${name}\` and deploy again.`;
}

/** Returns the rows of a query, or none if its table does not exist. */
async function selectRows(api: PlatformApi, database: NamedDatabase, sql: string): Promise<Record<string, unknown>[]> {
  try {
    return await queryDatabase(api, database, sql);
  } catch (error) {
    // Any other error says nothing about the table: it does not show that the database is outdated.
    if (error instanceof CliError && error.message.includes("no such table")) return [];
    throw error;
  }
}

/**
 * Executes one statement.
 * @throws CliError that names the database
 */
export async function queryDatabase(
  api: PlatformApi,
  { id, name }: NamedDatabase,
  sql: string,
): Promise<Record<string, unknown>[]> {
  try {
    const [rows] = await api.post<{ results: Record<string, unknown>[] }[]>(`/d1/database/${id}/query`, { sql });
    return rows?.results ?? [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw new CliError(`The database ${name} could not be queried: ${error.message}.`);
  }
}
