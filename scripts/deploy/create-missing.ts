import { createHash } from "node:crypto";
import type { DesiredResources } from "./desired-resources.ts";
import type { ExistingResources } from "./discover.ts";
import type { PlatformApi } from "./platform-api.ts";

/** Length of the account's hash in the name of its `workers.dev` subdomain, which must be globally unique. */
const SUBDOMAIN_CHARACTERS = 10;

export interface Creation {
  /** Region of new databases and buckets (`weur`, `enam`, …), which cannot be changed; null: the platform chooses. */
  location: string | null;
  /** Whether the Worker is reached at a `workers.dev` address. */
  needsSubdomain: boolean;
  account: string;
  /** Called with each resource after it is created. */
  onCreated(what: string): void;
}

/**
 * Creates missing resources one after the other, so that a run after an interrupted one continues it.
 * @returns the account's resources afterwards
 */
export async function createMissing(
  api: PlatformApi,
  workerName: string,
  desired: DesiredResources,
  found: ExistingResources,
  { location, needsSubdomain, account, onCreated }: Creation,
): Promise<ExistingResources> {
  const now: ExistingResources = {
    ...found,
    databases: new Map(found.databases),
    namespaces: new Map(found.namespaces),
    buckets: new Set(found.buckets),
    queues: new Set(found.queues),
  };
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
