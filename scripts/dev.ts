/**
 * Runs Usher on this machine: the Worker on workerd, the scoring engine and, where no mail backend is configured, a
 * mail catcher. Creates a demo on an empty database. On exit, stops every program that it started.
 *
 *     npm run dev -- --verbose     also prints a line for each request
 *     npm run dev            PORT (8787), GRPC_PORT (50051), GRPC_WEB_PORT (50052), MAIL_PORT (8025) and SMTP_PORT (1025)
 *                            from the environment
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../testkit/free-port.ts";
import { CliError, readArguments } from "./cli-error.ts";
import { prepareDatabase } from "./dev/database.ts";
import { type Demo, prepareDemo } from "./dev/demo.ts";
import { isOfRequest, runEngine, runWorker } from "./dev/programs.ts";
import {
  completeDevVars,
  isFree,
  namedVariables,
  type Ports,
  readSettings,
  requireFree,
  type Settings,
} from "./dev/settings.ts";
import { startSignInLinks } from "./dev/sign-in-links.ts";
import { type MailCatcher, startMailCatcher } from "./mail-catcher.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Preferred ports of the mail catcher, if no variable sets them. */
const SMTP_PORT = 1025;
const MAIL_PORT = 8025;
const RANDOM_PORT = 0;
/** The default port of V8's inspector. */
const INSPECTOR_PORT = 9229;
/** Interval of the checks whether the npm process that started this one is still running. */
const PARENT_POLL_MS = 500;

const stops: (() => Promise<void>)[] = [];
let ending = false;
/** Output of programs that are being stopped is suppressed. */
const print = (text: string): void => {
  if (!ending) console.log(text);
};

/** Sends emails to the catcher, and text messages too unless a provider of text messages is configured. */
function caughtBy(catcher: { smtpPort: number; httpPort: number }, configured: Record<string, string>) {
  const mails = { SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` };
  if (configured.TWILIO_ACCOUNT_SID !== undefined) return mails;
  const account = { TWILIO_ACCOUNT_SID: "ACdev", TWILIO_AUTH_TOKEN: "dev", TWILIO_FROM: "+15005550006" };
  return { ...mails, ...account, TWILIO_API_BASE: `http://127.0.0.1:${catcher.httpPort}/twilio` };
}

async function main(): Promise<void> {
  const flags = { verbose: { type: "boolean" } } as const;
  const { verbose: isVerbose = false } = readArguments({ options: flags }, "npm run dev [-- --verbose]").values;
  const settings = await loadSettings();
  const catcher = settings.hasMailBackend ? null : await startOwnMailCatcher(settings.ports);
  if (catcher !== null) Object.assign(settings.worker, caughtBy(catcher, settings.worker));
  const mailsUrl = catcher === null ? null : `http://127.0.0.1:${catcher.httpPort}`;

  const engine = runEngine(ROOT, settings, print);
  stops.push(engine.stop);
  const statePath = join(ROOT, ".data/demo.json");
  const database = prepareDatabase(ROOT, { demoState: statePath });
  stops.push(database.stop);
  const { applied } = await database.prepared;
  if (applied.length > 0) print(`[database] applied ${applied.join(", ")}`);

  const inspectorPort = (await isFree(INSPECTOR_PORT)) ? INSPECTOR_PORT : await freePort();
  const worker = runWorker(ROOT, settings, inspectorPort, (line) => {
    // Lines of requests would scroll the links out of sight.
    if (isVerbose || !isOfRequest(line)) print(line);
  });
  stops.push(worker.stop);
  await worker.ready;
  void worker.ended.then((how) => {
    print(`The Worker ended with ${how}.`);
    return end(1);
  });
  if (!(await engine.ready)) print("[engine] still not ready; until then, guests get access without a score");

  const guestList = join(ROOT, "scripts/dev/demo-guests.csv");
  const options = { baseUrl: worker.url, mailsUrl, statePath, guestList };
  const demo = await prepareDemo(options).catch((error: Error) => error);
  const signIn = demo === null || demo instanceof Error ? null : await offerSignIn(settings, worker.url, demo);
  print(welcome({ settings, seconds: process.uptime(), mailsUrl, inspectorPort, demo, signInUrl: signIn }));
}

/** @returns a link that opens the console signed in as the demo's host; null if a browser would not accept the cookie */
async function offerSignIn(settings: Settings, workerUrl: string, demo: Demo): Promise<string | null> {
  const links = await startSignInLinks({
    workerUrl,
    publicUrl: settings.worker.PUBLIC_URL ?? workerUrl,
    account: { email: demo.email, password: demo.password },
    onNext: (url) => print(`[console] another link to sign in: ${url}`),
  });
  if (links === null) return null;
  stops.push(links.stop);
  return links.url;
}

/** Loads the configuration, and generates missing secrets. @throws CliError if a port is in use */
async function loadSettings(): Promise<Settings> {
  const { added, variables } = completeDevVars(join(ROOT, ".dev.vars"));
  if (added.length > 0) print(`[.dev.vars] wrote ${added.join(", ")}`);
  const settings = readSettings(process.env, variables, namedVariables(join(ROOT, ".dev.vars.example")));
  for (const [name, port] of Object.entries(settings.ports)) await requireFree(port, name);
  return settings;
}

/** Uses a random port if the preferred one is in use, because no configuration refers to it. */
async function startOwnMailCatcher(ports: Ports): Promise<MailCatcher> {
  const preferred = async (port: number) =>
    !Object.values(ports).includes(port) && (await isFree(port)) ? port : RANDOM_PORT;
  const smtpPort = ports.SMTP_PORT ?? (await preferred(SMTP_PORT));
  const httpPort = ports.MAIL_PORT ?? (await preferred(MAIL_PORT));
  const catcher = await startMailCatcher({
    smtpPort,
    httpPort,
    onMail: ({ envelope, parsed }) => {
      const link = accountLinkIn(parsed.text ?? "");
      if (link !== null) print(`[mail] ${parsed.subject}, to ${envelope.to.join(", ")}: ${link}`);
    },
  });
  stops.push(catcher.stop);
  return catcher;
}

/** Stops all programs and exits. Repeated calls do nothing. */
async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await Promise.allSettled(stops.map((stop) => stop()));
  process.exit(code);
}

/** The pages of links in account emails without which an account cannot be used. */
const ACCOUNT_PAGES = ["/verify-email", "/reset-password"];

/** Returns the link of an account email for the log, or null for other emails. @param text the plain text of the email */
function accountLinkIn(text: string): string | null {
  const links = (text.match(/https?:\/\/[^\s<>"]+/g) ?? []).map((link) => new URL(link));
  return links.find(({ pathname, search }) => ACCOUNT_PAGES.includes(pathname) && search !== "")?.href ?? null;
}

interface Ready {
  settings: Settings;
  seconds: number;
  mailsUrl: string | null;
  inspectorPort: number;
  /** A link that opens the console signed in, once; null without a demo, or if no browser would accept the session. */
  signInUrl: string | null;
  /** Null if the accounts are not the demo's; an error if the demo could not be created or found. */
  demo: Demo | Error | null;
}

/** Returns the text at the end of a start: addresses, the demo's account and its link. */
function welcome({ settings, seconds, mailsUrl, inspectorPort, demo, signInUrl }: Ready): string {
  const { ports, worker } = settings;
  const lines = [
    ["Console", signInUrl === null ? `${worker.PUBLIC_URL}/app` : `${signInUrl} (signed in, once, within 10 minutes)`],
    ["API reference", `${worker.PUBLIC_URL}/docs`],
    ...demoLines(demo),
    ["Emails", mailsUrl ?? "sent through the configured backend"],
    [
      "Debugger",
      `127.0.0.1:${inspectorPort} (V8's inspector of the Worker: chrome://inspect, or "attach" in an editor)`,
    ],
    ["Engine", `gRPC 127.0.0.1:${ports.GRPC_PORT}, gRPC-Web http://127.0.0.1:${ports.GRPC_WEB_PORT}`],
  ];
  return [
    "",
    `Usher is ready after ${seconds.toFixed(1)} s.`,
    "",
    ...lines.map(([name = "", value]) => `  ${name.padEnd(LABEL_WIDTH)}${value}`),
    "",
    "  Ctrl-C stops everything. To start over, delete .wrangler/state and .data.",
    "",
  ].join("\n");
}

const LABEL_WIDTH = 16;

function demoLines(demo: Ready["demo"]): string[][] {
  if (demo === null) return [["Demo", "none: the database already has accounts"]];
  if (demo instanceof Error) return [["Demo", `not available: ${demo.message}`]];
  const { email, password, invitation } = demo;
  const host = [
    ["Host", email],
    ["Password", password],
  ];
  if (invitation === null) return host;
  const { guest, link } = invitation;
  return [...host, ["Invitation", `${link} (${guest})`]];
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
// The reader of the output has closed the pipe.
process.stdout.on("error", () => end(1));
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid;
  setInterval(() => process.ppid === npm || end(1), PARENT_POLL_MS).unref();
}

main().catch((error: unknown) => {
  if (!ending) console.error(error instanceof CliError ? `\n${error.message}\n` : error);
  return end(1);
});
