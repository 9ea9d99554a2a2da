import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import { namedVariables } from "../dev/dev-vars.ts";
import { type DesiredResources, desiredResources, type RawConfig, readConfigFile } from "./desired-resources.ts";
import type { Replacement } from "./secrets.ts";
import { deployedNames, readDeployVars, readSettings, type Settings } from "./settings.ts";

/** Compressed size of the upload. A larger bundle lengthens cold starts, during which guests wait. */
const MAX_BUNDLE_BYTES = 600 * 1024;

/** The command line's options and environment. */
export interface Options {
  root: string;
  environment: NodeJS.Dict<string>;
  /** See `Creation`. */
  location: string | null;
  replacement: Replacement | null;
  print(text: string): void;
}

/** The local inputs of a deployment, before its first request to the platform. */
export interface Project {
  config: RawConfig;
  desired: DesiredResources;
  settings: Settings;
  /** The contents of `.deploy.vars`. */
  file: NodeJS.Dict<string>;
  varsPath: string;
  /** The configuration file that wrangler deploys; not committed, because it contains the account's ids. */
  configPath: string;
}

/** @throws CliError when `.deploy.vars` is wrong */
export function readProject({ root, environment }: Options): Project {
  const names = deployedNames(namedVariables(join(root, ".dev.vars.example")));
  const varsPath = join(root, ".deploy.vars");
  const file = readDeployVars(varsPath, names);
  const config = readConfigFile(join(root, "wrangler.toml"));
  return {
    config,
    desired: desiredResources(config),
    settings: readSettings(environment, file, names),
    file,
    varsPath,
    configPath: join(root, "wrangler.deploy.json"),
  };
}

/** @returns the size as text @throws CliError when the bundle exceeds its budget */
export function checkBundleSize(bytes: number): string {
  const kib = (size: number) => `${(size / 1024).toFixed(0)} KiB`;
  if (bytes <= MAX_BUNDLE_BYTES) return `${kib(bytes)} compressed, at most ${kib(MAX_BUNDLE_BYTES)}`;
  throw new CliError(`The bundle has ${kib(bytes)} compressed; its budget is ${kib(MAX_BUNDLE_BYTES)}.`);
}

/**
 * Runs one step and prints its name when it is done, with its result if that is text.
 * @throws CliError that names the step and explains how to continue
 */
export async function step<T>(say: (text: string) => void, name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    const result = await work();
    say(`✓ ${name}${typeof result === "string" && result !== "" ? `: ${result}` : ""}`);
    return result;
  } catch (error) {
    if (!(error instanceof Error) || !["CliError", "PlatformError"].includes(error.name)) throw error;
    throw new CliError(
      `✗ ${name}\n${error.message}\n\nCompleted steps remain in effect. npm run deploy goes on from here.`,
    );
  }
}
