import { CliError } from "../cli-error.ts";
import { type PlatformApi, PlatformError } from "./platform-api.ts";
import type { Wanted } from "./wanted.ts";

/** What the account has of what the service needs. */
export interface Found {
  /** Name → id. */
  databases: Map<string, string>;
  /** Title → id. */
  namespaces: Map<string, string>;
  buckets: Set<string>;
  queues: Set<string>;
  /** The account's own name below `workers.dev`, or null where it has none yet. */
  subdomain: string | null;
  /** The secrets that the Worker has; their values cannot be read. */
  secrets: Set<string>;
  /** The variables that the Worker was deployed with. */
  variables: Record<string, string>;
}

interface Binding {
  type: string;
  name: string;
  text?: string;
}

/** Statuses with which the platform answers a token that may not do something. */
const FORBIDDEN = [401, 403];

/**
 * Looks up everything at once, so that a token that lacks permissions hears of all of them.
 * @throws CliError naming each permission that the token lacks
 */
export async function lookUp(api: PlatformApi, workerName: string, wanted: Wanted): Promise<Found> {
  const worker = `/workers/scripts/${workerName}`;
  const refused: string[] = [];
  const asking = <T>(permission: string, answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (!(error instanceof PlatformError) || !FORBIDDEN.includes(error.status)) throw error;
      refused.push(permission);
      return null;
    });

  const [databases, namespaces, buckets, queues, subdomain, secrets, settings] = await Promise.all([
    asking("D1: Edit", api.list<{ uuid: string; name: string }>("/d1/database")),
    asking("Workers KV Storage: Edit", api.list<{ id: string; title: string }>("/storage/kv/namespaces")),
    asking("Workers R2 Storage: Edit", Promise.all(wanted.buckets.map((name) => findBucket(api, name)))),
    asking("Queues: Edit", api.list<{ queue_name: string }>("/queues")),
    asking("Workers Scripts: Edit", api.find<{ subdomain: string | null }>("/workers/subdomain")),
    asking("Workers Scripts: Edit", api.find<{ name: string }[]>(`${worker}/secrets`)),
    asking("Workers Scripts: Edit", api.find<{ bindings: Binding[] }>(`${worker}/settings`)),
  ]);
  if (refused.length > 0) {
    const lacking = [...new Set(refused)].join(", ");
    throw new CliError(`CLOUDFLARE_API_TOKEN may not do all of this in this account. It needs: ${lacking}.`);
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

/** The platform's code for an account that has never switched R2 on. */
const R2_IS_OFF = 10042;

async function findBucket(api: PlatformApi, name: string): Promise<string | null> {
  try {
    return (await api.find(`/r2/buckets/${name}`)) === null ? null : name;
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.codes.includes(R2_IS_OFF)) throw error;
    throw new CliError("R2 is not switched on in this account. A person does that once: dashboard, R2, Enable.");
  }
}
