import { CliError } from "../cli-error.ts";
import type { DesiredResources } from "./desired-resources.ts";
import { type PlatformApi, PlatformError } from "./platform-api.ts";

/** The resources, secrets and variables that the account already has. */
export interface ExistingResources {
  /** Name → id. */
  databases: Map<string, string>;
  /** Title → id. */
  namespaces: Map<string, string>;
  buckets: Set<string>;
  queues: Set<string>;
  /** The account's `workers.dev` subdomain, or null without one. */
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

/** Names of the secrets of another Worker of the deployment; none where it is not deployed. */
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
