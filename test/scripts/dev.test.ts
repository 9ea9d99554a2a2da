import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../testkit/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { copyProject, type DevRun, runDev, waitForIdleFolder } from "./usher-copy.ts";

/** Two starts and two stops on a busy machine; on an idle one they take a quarter of this. */
const SUITE_TIMEOUT_MS = 300_000;
/** Polling for a queue, a mail server or a new engine when every core is busy; a host has 300 requests a minute. */
const SOON = { timeoutMs: 60_000, everyMs: 500 };
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const OWN_LINES = `# my own\nEMAIL_FROM="Robin's Parties <parties@usher.example>"`;

/** How long a command waits while the service writes. */
const BUSY_TIMEOUT_MS = 5_000;
const ALL_ON = { branding: "on", broadcasts: "on", live_monitor: "on", risk_scoring: "on", scanner: "on", sms: "on" };

interface AccessLog {
  score: number | null;
  risk: string | null;
  reasons: string[];
}

const project = copyProject();
let run: DevRun;
let env: Record<string, string>;
let shown: Shown;

beforeAll(async () => {
  env = {
    PORT: String(await freePort()),
    GRPC_PORT: String(await freePort()),
    GRPC_WEB_PORT: String(await freePort()),
    MAIL_PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
  };
  writeFileSync(join(project.root, ".dev.vars"), OWN_LINES);
  run = runDev(project.root, env);
  shown = await printedAddresses(run);
}, SUITE_TIMEOUT_MS);

afterAll(async () => {
  run.kill();
  await run.ended();
  project.remove();
}, SUITE_TIMEOUT_MS);

/** All against one running service: starting it takes as long as all of these. */
describe("npm run flag", { timeout: SUITE_TIMEOUT_MS }, () => {
  /**
   * @promise Plans, switches and records: There are six flags; each may be on for a percentage of users, the same ones
   *   permanently
   */
  test("lists every flag with its state", async () => {
    const said = await flag();
    expect(listed(said)).toEqual(ALL_ON);
    expect(said.exitCode).toBe(0);
  });

  test("sets flags, and leaves the others as they are", async () => {
    expect((await flag("branding", "off")).exitCode).toBe(0);
    expect(listed(await flag("sms", "25"))).toEqual({ ...ALL_ON, branding: "off", sms: "25 %" });
  });

  test.for<[string, string[], RegExp]>([
    ["a flag that is none", ["fireworks", "off"], /no flag "fireworks".*branding, broadcasts/],
    ["a flag that is SQL", ["x' or '1'='1", "off"], /no flag/],
    ["no value", ["scanner"], /on\|off\|<percentage>/],
    ["a value that is none", ["scanner", "maybe"], /on\|off\|<percentage>/],
    ["more than all", ["scanner", "101"], /on\|off\|<percentage>/],
    ["a fraction", ["scanner", "2.5"], /on\|off\|<percentage>/],
    ["one thing too many", ["scanner", "off", "now"], /Usage/],
    ["an option that is none", ["scanner", "off", "--force"], /--force/],
  ])("refuses %s and changes nothing", async ([, args, complaint]) => {
    const said = await flag(...args);
    expect(said.exitCode).toBe(1);
    expect(said.stderr).toMatch(complaint);
    expect(said.stderr).not.toContain("    at ");
    expect(said.stdout).toBe("");
  });

  test("changed nothing that it refused", async () => {
    expect(listed(await flag())).toEqual({ ...ALL_ON, branding: "off", sms: "25 %" });
  });
});

describe("npm run tier", { timeout: SUITE_TIMEOUT_MS }, () => {
  /** @promise Plans, switches and records: An operator grants a tier without a payment, and takes it back, with one command */
  test("takes the tier of the demo's host back, and grants it again", async () => {
    expect(await billingTier()).toBe("business");
    expect((await tier(shown.email.toUpperCase(), "free")).stdout).toBe("The tier is free.\n");
    expect(await billingTier()).toBe("free");
    expect((await tier(shown.email, "business")).stdout).toBe("The tier is business, granted by an operator.\n");
    expect(await billingTier()).toBe("business");
  });

  test.for<[string, string[], RegExp]>([
    ["an address without an account", ["nobody@example.com", "pro"], /no account/],
    ["a tier that is none", ["host@demo.example", "gold"], /Usage/],
  ])("refuses %s", async ([, args, complaint]) => {
    const said = await tier(...args);
    expect([said.exitCode, said.stdout]).toEqual([1, ""]);
    expect(said.stderr).toMatch(complaint);
  });

  async function billingTier(): Promise<string> {
    const headers = { ...BROWSER, authorization: `Bearer ${await session(shown)}` };
    const status = await fetch(`${shown.base}/billing/status`, { headers });
    return ((await status.json()) as { tier: string }).tier;
  }
});

describe("npm run dev", { timeout: SUITE_TIMEOUT_MS }, () => {
  test("completes .dev.vars and changes nothing that is there", () => {
    const file = readFileSync(join(project.root, ".dev.vars"), "utf8");
    expect(file.startsWith(`${OWN_LINES}\n`)).toBe(true);
    expect(file.slice(OWN_LINES.length)).toMatch(/^\nPLATFORM_SECRET=\S{43}\nSCORING_ENGINE_SECRET=\S{43}\n$/);
  });

  /**
   * @promise The monitor and the service itself: `GET /openapi.json`, `GET /docs`, `GET /docs/{page}` and
   *   `GET /docs/assets/{file}` describe every route
   */
  test("shows addresses that open", async () => {
    expect(shown.base).toBe(`http://127.0.0.1:${env.PORT}`);
    for (const address of [`${shown.base}/docs`, `${shown.base}/openapi.json`, shown.link, shown.mails]) {
      expect((await fetch(address, { headers: BROWSER })).status, address).toBe(200);
    }
  });

  test("catches mails where MAIL_PORT and SMTP_PORT say", async () => {
    expect(shown.mails).toBe(`http://127.0.0.1:${env.MAIL_PORT}`);
    const socket = connect(Number(env.SMTP_PORT), "127.0.0.1");
    const [greeting] = await once(socket, "data");
    socket.destroy();
    expect(String(greeting)).toMatch(/^220 /);
  });

  /** @promise The console: `npm run dev` prints a link that opens it signed in as the demo's host; each works once */
  test("prints a link that opens the console signed in, once, and then the next one", async () => {
    const url = new URL(shown.console);
    expect([url.hostname, url.pathname]).toEqual(["127.0.0.1", expect.stringMatching(/^\/sign-in\/[\w-]{32}$/)]);
    const wrong = `${url.origin}/sign-in/${"x".repeat(32)}`;
    expect((await fetch(wrong, { redirect: "manual" })).status).toBe(410);

    const opened = await fetch(url, { redirect: "manual" });
    expect([opened.status, opened.headers.get("location")]).toEqual([302, `${shown.base}/app`]);
    const [cookie = ""] = opened.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-.*HttpOnly/);
    const me = await readJson(`${shown.base}/me`, { cookie: cookie.split(";")[0] ?? "", "usher-session": "cookie" });
    expect(me.email).toBe(shown.email);

    const again = await fetch(url, { redirect: "manual" });
    expect([again.status, again.headers.getSetCookie()]).toEqual([410, []]);
    const [, next = ""] = await run.printed(/\[console\] another link to sign in: (\S+)/);
    expect(next).not.toBe(url.href);
    expect((await fetch(next, { redirect: "manual" })).status).toBe(302);
  });

  test("prints no line for requests, which would push its addresses out of sight", () => {
    expect(run.output()).not.toContain('"msg":"request"');
  });

  test("has something on each screen: answers, a waitlist, check-ins, a blocked access, a forwarded link", async () => {
    const supper = await readAsHost(shown, (event) => `/events/${event}/guests`);
    const answered = supper.items.flatMap(({ rsvp }: { rsvp: object | null }) => (rsvp === null ? [] : [rsvp]));
    const counted = (key: string, value: string) =>
      answered.filter((rsvp: Record<string, unknown>) => rsvp[key] === value);
    expect(counted("seat", "confirmed")).toHaveLength(5);
    expect(counted("seat", "waitlisted")).toHaveLength(1);
    expect([counted("response", "declined"), counted("response", "maybe")]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
    const quiz = await readAsHost(shown, (event) => `/events/${event}/check-ins`, "Quiz Night");
    expect(quiz.items).toHaveLength(3);
    await eventually(async () => {
      const logs = await accessLogs(shown);
      expect(logs.map(({ risk }) => risk)).toContain("block");
    }, SOON);
  });

  test("lets a guest open, answer and edit, and every access is scored by the engine", async () => {
    const { questions, guest } = await readJson(shown.access, BROWSER);
    const answers = { [questions[0].id]: "Fish" };
    const companions = [{ name: guest.companions[0].name, answers }];
    const answer = { token: shown.token, response: "attending", answers, companions };
    expect((await send("POST", `${shown.base}/rsvp`, answer)).status).toBe(201);
    const edit = await send("PATCH", `${shown.base}/rsvp/${shown.token}`, { response: "maybe", plus_ones: 0 });
    expect(await edit.json()).toMatchObject({ response: "maybe", edit_count: 1 });

    await eventually(async () => {
      const logs = await accessLogs(shown);
      expect(logs.length).toBeGreaterThanOrEqual(3);
      expect(logs.every(({ score }) => score !== null)).toBe(true);
    }, SOON);
    await eventually(async () => {
      const subjects = await subjectsTo(shown.mails, "amara.okafor@guests.example");
      expect(subjects.length).toBeGreaterThanOrEqual(2);
    }, SOON);
  });

  test("records no request outside the Worker's own log, because a guest's link is in its path", () => {
    const files = readdirSync(join(project.root, ".wrangler/state"), { recursive: true }).map(String);
    expect(files.some((file) => file.endsWith(".sqlite"))).toBe(true);
    expect(files.filter((file) => /observability|trace/i.test(file))).toEqual([]);
  });

  test("prints the link of each mail about an account", async () => {
    await run.printed(/\[mail\] Confirm your email address, to host@demo\.example: http:\S+\/verify-email\?token=\S+/);
  });

  test("sends the mails of a demo with twenty guests, from the sender that .dev.vars names", async () => {
    await eventually(async () => {
      const { items, received } = await readJson(`${shown.mails}/api/mails`);
      expect(received).toBeGreaterThanOrEqual(1 + 18);
      expect(new Set(items.map((mail: { from: string }) => mail.from))).toEqual(
        new Set(["Robin's Parties <parties@usher.example>", "Robin Marsh via Usher <parties@usher.example>"]),
      );
    }, SOON);
    const { items: guests } = await readAsHost(shown, (event) => `/events/${event}/guests`);
    expect(guests).toHaveLength(20);
    expect(guests.at(-1)).toMatchObject({
      tags: ["family"],
      table: "Lemon tree",
      companions: [{ name: "Chidi Okafor" }],
    });
  });

  test("starts the engine again when it dies, and lets guests through meanwhile", async () => {
    const [, pid] = await run.printed(/\[engine\] ready, pid (\d+)/);
    process.kill(Number(pid), "SIGKILL");
    expect((await fetch(shown.access, { headers: BROWSER })).status).toBe(200);
    const [, next] = await run.printed(/\[engine\] ended[\s\S]*\[engine\] ready, pid (\d+)/);
    expect(next).not.toBe(pid);
    await eventually(async () => {
      const logs = await accessLogs(shown);
      expect(logs.every(({ score }) => score !== null)).toBe(true);
    }, SOON);
  });

  test("says which variable to change when a port is taken, and leaves the first one alone", async () => {
    const second = runDev(project.root, env);
    expect(await second.ended()).not.toBe(0);
    expect(second.output()).toMatch(new RegExp(`Port ${env.PORT} is in use.*PORT=\\d+ npm run dev`));
    expect((await fetch(`${shown.base}/health`)).status).toBe(200);
  });

  test("leaves no process behind when it is ended, and finds its demo again", async () => {
    run.kill();
    await run.ended();
    await waitForIdleFolder(project.root);
    await expect(fetch(`${shown.base}/health`)).rejects.toThrow();

    run = runDev(project.root, env);
    const { email, password, link } = await printedAddresses(run);
    expect({ email, password, link }).toEqual({ email: shown.email, password: shown.password, link: shown.link });
  });

  test("ends with the Worker", async () => {
    const [, pid] = await run.printed(/\[worker\] ready, pid (\d+)/);
    process.kill(Number(pid), "SIGKILL");
    expect(await run.ended()).not.toBe(0);
    await waitForIdleFolder(project.root);
  });

  test("says which variable is wrong, and leaves nothing running", async () => {
    run = runDev(project.root, { ...env, PLATFORM_SECRET: "short" });
    expect(await run.ended()).not.toBe(0);
    expect(run.output()).toContain("PLATFORM_SECRET: has at least 32 bytes");
    await waitForIdleFolder(project.root);
  });
});

describe("npm run sending", { timeout: SUITE_TIMEOUT_MS }, () => {
  /** @promise Messages: An operator sees and lifts the pause of an account with one command */
  test("says that an account is paused, and lifts the pause", async () => {
    expect((await sending(shown.email)).stdout).toMatch(/^Sending is not paused\. In the last 24 hours: \d+ sent/);
    const database = openDatabase();
    database.exec(`insert into sending_pauses select id, 'bounces', 1 from users where email = '${shown.email}'`);
    database.exec("update sending_hours set bounced = 12");
    database.close();
    expect((await sending(shown.email, "status")).stdout).toMatch(
      /paused since 1970-\S+, because of bounces.* 12 bounced/,
    );
    expect((await sending(shown.email.toUpperCase(), "resume")).stdout).toMatch(/^Sending is not paused.* 0 bounced/);
  });

  test.for<[string, string[], RegExp]>([
    ["an address without an account", ["nobody@example.com"], /no account/],
    ["an address that is SQL", ["x@y' or '1'='1", "resume"], /Usage/],
    ["a command that is none", ["host@demo.example", "pause"], /Usage/],
    ["no address", [], /Usage/],
  ])("refuses %s", async ([, args, complaint]) => {
    const said = await sending(...args);
    expect([said.exitCode, said.stdout]).toEqual([1, ""]);
    expect(said.stderr).toMatch(complaint);
  });
});

/** The result of a command. */
interface Said {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run flag` while the service runs. */
function flag(...args: string[]): Promise<Said> {
  return command("scripts/flag.ts", ...args);
}

/** Runs `npm run sending` while the service runs. */
function sending(...args: string[]): Promise<Said> {
  return command("scripts/sending.ts", ...args);
}

/** Runs `npm run tier` while the service runs. */
function tier(...args: string[]): Promise<Said> {
  return command("scripts/tier.ts", ...args);
}

async function command(...args: string[]): Promise<Said> {
  try {
    const said = await promisify(execFile)(process.execPath, args, { cwd: project.root });
    return { exitCode: 0, ...said };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}

/** The service's database, which waits while another process writes. */
function openDatabase(): DatabaseSync {
  const folder = join(project.root, ".wrangler/state/v3/d1/miniflare-D1DatabaseObject");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"));
  expect(files).toHaveLength(1);
  return new DatabaseSync(join(folder, files[0] ?? ""), { timeout: BUSY_TIMEOUT_MS });
}

/** Flag → state, as the command lists them. */
function listed({ stdout }: Said): Record<string, string> {
  const rows = stdout.split("\n").map((line) => line.match(/^(\w+) +(on|off|\d+ %) /));
  return Object.fromEntries(rows.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}

async function printedAddresses(run: DevRun) {
  const [text] = await run.printed(/Usher is ready after [\s\S]*Ctrl-C/);
  const value = (name: string): string =>
    text.match(new RegExp(`^ +${name} +(\\S+)`, "m"))?.[1] ?? `no ${name} in ${text}`;
  const base = new URL(value("API reference")).origin;
  const token = value("Invitation").split("/i/").at(-1);
  return {
    base,
    email: value("Host"),
    password: value("Password"),
    link: value("Invitation"),
    token,
    access: `${base}/access/${token}`,
    mails: value("Mails"),
    console: value("Console"),
  };
}

type Shown = Awaited<ReturnType<typeof printedAddresses>>;

async function accessLogs(shown: Shown): Promise<AccessLog[]> {
  return (await readAsHost(shown, (event) => `/events/${event}/access-logs`)).items;
}

/** Reads something of one of the demo's events. */
async function readAsHost(shown: Shown, path: (eventId: string) => string, name = "Orangery Supper") {
  const authorization = `Bearer ${await session(shown)}`;
  const { items } = await readJson(`${shown.base}/events`, { authorization });
  const event = items.find((one: { name: string }) => one.name === name);
  return readJson(shown.base + path(event.id), { authorization });
}

let known: Promise<string> | undefined;

/** One sign-in for all: an address has ten in a quarter of an hour. */
function session({ base, email, password }: Shown): Promise<string> {
  known ??= send("POST", `${base}/auth/login`, { email, password })
    .then((response) => response.json() as Promise<{ access_token: string }>)
    .then((credentials) => credentials.access_token);
  return known;
}

async function subjectsTo(mails: string, address: string): Promise<string[]> {
  const { items } = await readJson(`${mails}/api/mails?to=${encodeURIComponent(address)}`);
  return items.map((mail: { subject: string }) => mail.subject);
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert on responses, whose types do not matter
async function readJson(url: string, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(url, { headers });
  expect(response.status, url).toBe(200);
  return response.json();
}

function send(method: string, url: string, body: object): Promise<Response> {
  const headers = { ...BROWSER, "content-type": "application/json" };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}
