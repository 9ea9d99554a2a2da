import { parseOrigins } from "../kernel/cors-origins.ts";
import { createKeyring, type Keyring } from "../kernel/keyring.ts";
import { log } from "../kernel/log.ts";
import { parseRegions, type Region, type Regions } from "../kernel/regions.ts";

/** The bindings of the edge Worker: those of wrangler.edge.toml, and a service for each region. */
export interface EdgeBindings {
  ASSETS: Fetcher;
  /** The Worker beside the data of the first region. */
  DATA: Fetcher;
  /** `DATA_US`, …: data Workers of additional regions. */
  [service: `DATA_${string}`]: Fetcher | undefined;
  PUBLIC_URL: string;
  CORS_ORIGINS?: string;
  REGIONS?: unknown;
  PLATFORM_SECRET?: string;
  PLATFORM_SECRET_PREVIOUS?: string;
}

/** Configuration of the edge Worker, read once per isolate. */
export interface Edge {
  config: { PUBLIC_URL: string; CORS_ORIGINS: readonly string[] };
  regions: Regions;
  /** Null without the secret: then the data Worker checks the links. */
  keyring: Keyring | null;
  serviceOf(region: Region): Fetcher | undefined;
}

const KNOWN = new WeakMap<EdgeBindings, Edge>();

/**
 * Returns the configuration of an environment, read once per isolate. Logs the name of an invalid variable and
 * continues without it, because the data Worker can answer every request.
 */
export function edgeOf(env: EdgeBindings): Edge {
  const known = KNOWN.get(env);
  if (known !== undefined) return known;
  const { PUBLIC_URL, CORS_ORIGINS = "", REGIONS, PLATFORM_SECRET, PLATFORM_SECRET_PREVIOUS } = env;
  const regions = readOr("REGIONS", () => parseRegions(REGIONS), parseRegions(undefined));
  const keyring = PLATFORM_SECRET
    ? readOr("PLATFORM_SECRET", () => createKeyring(present(PLATFORM_SECRET, PLATFORM_SECRET_PREVIOUS)), null)
    : null;
  const edge: Edge = {
    config: { PUBLIC_URL: PUBLIC_URL.replace(/\/+$/, ""), CORS_ORIGINS: originsOf(CORS_ORIGINS) },
    regions,
    keyring,
    serviceOf: ({ service }) => env[service as keyof Pick<EdgeBindings, "DATA">],
  };
  for (const region of regions.filter((one) => edge.serviceOf(one) === undefined)) {
    log("error", "region_not_bound", { region: region.name, variable: region.service });
  }
  KNOWN.set(env, edge);
  return edge;
}

function readOr<T>(variable: string, read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    log("error", "edge_variable_invalid", { variable }, error);
    return otherwise;
  }
}

function present(current: string, previous = ""): [string, ...string[]] {
  return previous === "" ? [current] : [current, previous];
}

/** None of a list that the data Worker refuses. */
function originsOf(list: string): string[] {
  const origins = parseOrigins(list);
  if (origins === null) log("error", "edge_variable_invalid", { variable: "CORS_ORIGINS" });
  return origins ?? [];
}
