import { readFileSync } from "node:fs";
import * as z from "zod";
import { readConfig } from "../../scoring-engine/config.ts";
import { loadBundle } from "../assets/load-bundle.ts";
import { fillMarkers, markdownTable } from "./markdown.ts";
import { ENGINE_TEXTS, type VariableText, WORKER_TEXTS } from "./variable-texts.ts";

export const CONFIGURATION_PATH = "docs/configuration.md";
const EXAMPLE_PATH = ".dev.vars.example";
const HEADER = ["Name", "Default", "Meaning"];
const SOME_SECRET = "a secret of at least 32 bytes, in ASCII".replaceAll(" ", "-");

/**
 * Returns docs/configuration.md with the tables of the Worker's and the engine's variables, made from their schemas.
 * @throws Error if a variable has no text, a text no variable, or .dev.vars.example lacks a variable
 */
export async function renderConfiguration(): Promise<string> {
  const worker = await workerDefaults();
  const engine = engineDefaults();
  const example = readFileSync(EXAMPLE_PATH, "utf8");
  const missing = [...worker.keys(), ...engine.keys()].filter(
    (name) => !new RegExp(`^(# )?${name}=`, "m").test(example),
  );
  if (missing.length > 0) throw new Error(`${EXAMPLE_PATH} does not list: ${missing.join(", ")}`);
  return fillMarkers(readFileSync(CONFIGURATION_PATH, "utf8"), {
    worker: tableOf(worker, WORKER_TEXTS),
    engine: tableOf(engine, ENGINE_TEXTS),
  });
}

function tableOf(defaults: ReadonlyMap<string, string>, texts: readonly VariableText[]): string {
  const described = texts.flatMap(({ names }) => names);
  const undescribed = [...defaults.keys()].filter((name) => !described.includes(name));
  if (undescribed.length > 0) throw new Error(`variable-texts.ts has no text for: ${undescribed.join(", ")}`);
  const rows = texts.map(({ names, text }) => [
    names.map((name) => `\`${name}\``).join(", "),
    [...new Set(names.map((name) => defaultIn(defaults, name)).filter((value) => value !== ""))].join(", "),
    text,
  ]);
  return markdownTable(HEADER, rows);
}

function defaultIn(defaults: ReadonlyMap<string, string>, name: string): string {
  const value = defaults.get(name);
  if (value === undefined) throw new Error(`variable-texts.ts describes ${name}, which is not a variable`);
  return value;
}

/** Returns the default, or `required`, or the empty text, and the accepted values, by variable of the Worker. */
async function workerDefaults(): Promise<Map<string, string>> {
  const { CONFIG } = await loadBundle<{ CONFIG: z.ZodObject }>(".", 'export { CONFIG } from "./src/env.ts";');
  return new Map(
    Object.entries(CONFIG.shape).map(([name, schema]) => {
      const { success, data } = schema.safeParse(undefined);
      const { minimum, maximum, enum: values } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
      const isPlain = typeof data === "string" || typeof data === "number";
      const accepted = values
        ? values
            .filter((value) => value !== "")
            .map(codeOf)
            .join(" or ")
        : rangeOf(minimum, maximum);
      const initial = !success ? "required" : isPlain && data !== "" ? codeOf(data) : "";
      return [name, [initial, accepted].filter((part) => part !== "").join("; ")];
    }),
  );
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return "";
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? `${minimum} or more`
    : `${minimum} to ${maximum}`;
}

/** Returns the default, or `required`, or the empty text, by variable that the engine reads. */
function engineDefaults(): Map<string, string> {
  const names: string[] = [];
  const config = readConfig(
    new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          if (!names.includes(String(name))) names.push(String(name));
          return name === "SCORING_ENGINE_SECRET" ? SOME_SECRET : undefined;
        },
      },
    ),
  );
  const initial: Record<string, string | number | null> = {
    SCORING_ENGINE_SECRET: "required",
    HOST: config.host,
    GRPC_PORT: config.grpcPort,
    GRPC_WEB_PORT: config.grpcWebPort,
    METRICS_PORT: config.metricsPort,
    STORE_PATH: config.storePath,
    STORE_MAX_MB: config.storeMaxBytes / 2 ** 20,
    REDIS_URL: config.redisUrl,
    GEO_DATABASE_DIR: config.geoFolder,
    REGION: config.region,
    MAX_CONCURRENCY: config.maxConcurrency,
    DRAIN_MS: config.drainMs,
  };
  return new Map(
    names.map((name) => {
      const value = initial[name];
      if (value === undefined) throw new Error(`render-configuration.ts has no default for ${name}`);
      return [name, value === null ? "" : value === "required" ? value : codeOf(value)];
    }),
  );
}

function codeOf(value: unknown): string {
  return `\`${value}\``;
}
