import { isIP } from "node:net";
import { CliError } from "../cli-error.ts";
import { namespaceTitle, type RawConfig } from "./desired-resources.ts";
import type { ExistingResources } from "./discover.ts";
import { edgeName, isPlaced } from "./placement.ts";

/** An address that never resolves (RFC 2606): accesses are allowed without a score until an engine is configured. */
export const NO_ENGINE = "https://engine.invalid";
/** Variables of wrangler.toml that apply to local development only. */
const LOCAL_ONLY = ["PUBLIC_URL", "SCORING_ENGINE_URL"];
const WORKERS_DEV = ".workers.dev";

/**
 * The variables of a deployment, in order of precedence: the operator's settings, the deployed values, wrangler.toml.
 * @param subdomain the account's `workers.dev` subdomain, or null without one
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
 * The custom domain that must be routed to the Worker, or null for a `workers.dev` or a local address.
 * @throws CliError when the address cannot be the base of links
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
 * The configuration that wrangler deploys: wrangler.toml with the account's ids and the deployment's variables, without
 * secrets.
 * @throws CliError when a resource that it names is not in the account
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
    // Otherwise the service is also reachable at these addresses.
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
