import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { parseEnv } from "node:util";
import { CliError } from "../cli-error.ts";
import { missingSecrets } from "../deploy/settings.ts";

/** The ports of the programs, by variable, with their defaults. */
const PORTS = { PORT: 8787, GRPC_PORT: 50051, GRPC_WEB_PORT: 50052 } as const;
/** The ports of the mail catcher. Without a variable, it uses its preferred ports if they are free. */
const MAIL_PORTS = ["MAIL_PORT", "SMTP_PORT"] as const;
const MAX_PORT = 65_535;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

type PortName = keyof typeof PORTS | (typeof MAIL_PORTS)[number];
export type Ports = Record<keyof typeof PORTS, number> & Partial<Record<PortName, number>>;
type Variables = Readonly<Record<string, string | undefined>>;

/** Ports and environments of the programs. */
export interface Settings {
  ports: Ports;
  /** Variables of the Worker. An unset variable is absent, so that the value in wrangler.toml applies. */
  worker: Record<string, string>;
  /** Variables of the engine. */
  engine: Record<string, string>;
  /** True if a mail backend is configured. */
  hasMailBackend: boolean;
}

/**
 * Merges the environment and `.dev.vars`. The environment takes precedence, and a port in the environment also replaces the
 * port of a local address in `.dev.vars`.
 * @param names the variables that may come from the environment
 * @throws CliError naming the invalid port
 */
export function readSettings(environment: Variables, devVars: Variables, names: readonly string[]): Settings {
  const inFile = nonEmpty(devVars, Object.keys(devVars));
  const inEnvironment = nonEmpty(environment, [...names, ...Object.keys(PORTS), ...MAIL_PORTS]);
  const merged: Record<string, string> = { ...inFile, ...inEnvironment };
  const hasMailBackend = merged.RESEND_API_KEY !== undefined || merged.SMTP_URL !== undefined;
  const ports = readPorts(merged, hasMailBackend ? [] : MAIL_PORTS);

  const addressOf = (name: string, port: keyof typeof PORTS): string => {
    const fromFile = inFile[name];
    const moved = fromFile !== undefined && inEnvironment[port] !== undefined && isLoopback(fromFile);
    return inEnvironment[name] ?? (moved ? undefined : fromFile) ?? `http://127.0.0.1:${ports[port]}`;
  };
  const { PORT, GRPC_PORT, GRPC_WEB_PORT, MAIL_PORT, SMTP_PORT, ...variables } = merged;
  return {
    ports,
    worker: {
      ...variables,
      PUBLIC_URL: addressOf("PUBLIC_URL", "PORT"),
      SCORING_ENGINE_URL: addressOf("SCORING_ENGINE_URL", "GRPC_WEB_PORT"),
    },
    engine: {
      ...variables,
      HOST: "127.0.0.1",
      GRPC_PORT: String(ports.GRPC_PORT),
      GRPC_WEB_PORT: String(ports.GRPC_WEB_PORT),
    },
    hasMailBackend,
  };
}

/** @param optional ports that only a variable sets */
function readPorts(variables: Variables, optional: readonly PortName[]): Ports {
  const ports: Ports = { ...PORTS };
  const names = [...(Object.keys(PORTS) as PortName[]), ...optional.filter((name) => variables[name] !== undefined)];
  for (const name of names) {
    const port = Number(variables[name] ?? ports[name]);
    if (!Number.isInteger(port) || port < 1 || port > MAX_PORT) {
      throw new CliError(`${name} must be a whole number from 1 to ${MAX_PORT}.`);
    }
    ports[name] = port;
    const twin = names.find((other) => other !== name && ports[other] === port);
    if (twin !== undefined && variables[name] !== undefined) {
      throw new CliError(`${name} and ${twin} are both ${port}. Give them different ports.`);
    }
  }
  return ports;
}

function nonEmpty(variables: Variables, names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => [name, variables[name]?.trim()] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);
}

/** Number of higher ports that are tried to find a proposal. */
const PROPOSALS = 50;

/** @throws CliError naming the variable that sets the port, and a free port */
export async function requireFree(port: number, variable: string): Promise<void> {
  if (await isFree(port)) return;
  for (let next = port + 1; next <= port + PROPOSALS; next++) {
    if (!(await isFree(next))) continue;
    throw new CliError(
      `Port ${port} is in use. Set ${variable} to another port, such as: ${variable}=${next} npm run dev`,
    );
  }
  throw new CliError(`Port ${port} is in use. Set ${variable} to another port.`);
}

/** True if a port of the loopback is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** A variable in the example file, whether or not it is commented out. */
const VARIABLE = /^(?:# )?([A-Z][A-Z0-9_]*)=/gm;

/**
 * Appends missing secrets to `.dev.vars`, and creates the file if needed. Existing lines are not changed. A name without a
 * value counts as missing, because a later line takes precedence.
 * @returns the appended names, and the file's variables afterwards
 */
export function completeDevVars(path: string): { added: string[]; variables: NodeJS.Dict<string> } {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const present = parseEnv(text);
  const missing = missingSecrets((name) => Boolean(present[name]));
  const added = Object.keys(missing);
  const lines = added.map((name) => `${name}=${missing[name]}\n`);
  if (lines.length > 0) {
    const begin = text === "" || text.endsWith("\n") ? "" : "\n";
    appendFileSync(path, begin + lines.join(""), { mode: 0o600 });
  }
  return { added, variables: parseEnv(text + (lines.length > 0 ? `\n${lines.join("")}` : "")) };
}

/** Returns the names of all variables in the example file. */
export function namedVariables(examplePath: string): string[] {
  return [...readFileSync(examplePath, "utf8").matchAll(VARIABLE)].map((match) => match[1] ?? "");
}
