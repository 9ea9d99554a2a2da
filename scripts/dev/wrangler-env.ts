import { delimiter } from "node:path";

/** Variables of this process that wrangler inherits. Its build step needs them to find Node and folders. */
const INHERITED = ["HOME", "TMPDIR", "LANG", "NODE_EXTRA_CA_CERTS", "USERPROFILE", "SystemRoot"];

/** Returns wrangler's environment, in which nothing leaves this machine or is written outside the project. */
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
    // wrangler's local traces would contain the URL of each request, with the secrets of links, regardless of wrangler.toml.
    X_LOCAL_OBSERVABILITY: process.env.X_LOCAL_OBSERVABILITY ?? "false",
  };
}
