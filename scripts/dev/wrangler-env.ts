import { delimiter } from "node:path";

/** Variables that are passed on from this process: wrangler's build step needs them to find Node and folders. */
const INHERITED = ["HOME", "TMPDIR", "LANG", "NODE_EXTRA_CA_CERTS", "USERPROFILE", "SystemRoot"];

/** The environment of wrangler: nothing leaves this machine, and nothing is written outside the project. */
export function wranglerEnv(root: string): NodeJS.Dict<string> {
  const inherited = INHERITED.map((name) => [name, process.env[name]] as const);
  return {
    ...Object.fromEntries(inherited.filter(([, value]) => value !== undefined)),
    PATH: `${root}node_modules/.bin${delimiter}${process.env.PATH}`,
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true", // also disables the check for a newer wrangler
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_LOG_PATH: ".wrangler/logs",
    WRANGLER_REGISTRY_PATH: ".wrangler/registry",
    // wrangler's local traces hold the URL of each request, links with their secrets included, whatever wrangler.toml says.
    X_LOCAL_OBSERVABILITY: process.env.X_LOCAL_OBSERVABILITY ?? "false",
  };
}
