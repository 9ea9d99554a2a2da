import { experimental_readRawConfig as readRawConfig } from "wrangler";

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
  // The cast is unchecked: wrangler validates the file when it builds the bundle.
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

/** `usher-kv`: the scheme by which wrangler names the resources that it creates for a binding. */
export function namespaceTitle({ name }: Pick<RawConfig, "name">, binding: string): string {
  return `${name}-${binding.toLowerCase().replaceAll("_", "-")}`;
}
