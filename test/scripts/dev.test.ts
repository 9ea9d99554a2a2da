/** @module-tag slow */
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareDemo } from "../../scripts/dev/demo.ts";
import { freePort } from "../../testkit/free-port.ts";
import { eventually } from "../support/eventually.ts";
import { copyProject, type DevRun, processesIn, runDev, waitForIdleFolder } from "./usher-copy.ts";

/** One start with a demo and three short ones on a busy machine; on an idle one they take a tenth of this. */
const SUITE_TIMEOUT_MS = 300_000;
/** Polling for a queue, a mail server or a new engine while every core is busy. A host has 300 requests per minute. */
const SOON = { everyMs: 500 };
const POLL_MS = 50;
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const OWN_LINES = `# my own\nEMAIL_FROM="Robin's Parties <parties@usher.example>"`;

interface AccessLog {
  guest_id: string;
  ip_address: string | null;
  score: number | null;
  risk: string | null;
}

const project = copyProject({ built: true });
let run: DevRun;
let env: Record<string, string>;
let shown: Shown;
let visits: Visits;

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
  const visiting = new AbortController();
  const visited = visitUntil(visiting.signal, `http://127.0.0.1:${env.PORT}`);
  shown = await printedAddresses(run).finally(() => visiting.abort());
  visits = await visited;
}, SUITE_TIMEOUT_MS);

afterAll(async () => {
  run.kill();
  await run.ended();
  project.remove();
}, SUITE_TIMEOUT_MS);

describe("npm run dev", { timeout: SUITE_TIMEOUT_MS }, () => {
  test("completes .dev.vars and changes no existing line", () => {
    const file = readFileSync(join(project.root, ".dev.vars"), "utf8");
    expect(file.startsWith(`${OWN_LINES}\n`)).toBe(true);
    expect(file.slice(OWN_LINES.length)).toMatch(/^\nPLATFORM_SECRET=\S{43}\nSCORING_ENGINE_SECRET=\S{43}\n$/);
  });

  test("fails no request from its first response on while it creates the demo", () => {
    expect(visits.failed).toEqual([]);
    for (const path of VISITED) expect(visits.count(path), path).toBeGreaterThan(MIN_VISITS);
    // A process that writes the database next to the Worker locks it, and some requests fail meanwhile.
    expect([...visits.started]).toEqual([]);
  });

  test("prints URLs that open: GET /docs/{page}, GET /docs/assets/{file}", async () => {
    expect(shown.base).toBe(`http://127.0.0.1:${env.PORT}`);
    for (const address of [`${shown.base}/docs`, `${shown.base}/openapi.json`, shown.link, shown.mails]) {
      expect((await fetch(address, { headers: BROWSER })).status, address).toBe(200);
    }
  });

  test("catches emails on MAIL_PORT and SMTP_PORT", async () => {
    expect(shown.mails).toBe(`http://127.0.0.1:${env.MAIL_PORT}`);
    const socket = connect(Number(env.SMTP_PORT), "127.0.0.1");
    const [greeting] = await once(socket, "data");
    socket.destroy();
    expect(String(greeting)).toMatch(/^220 /);
  });

  test("prints a single-use link that opens the console signed in, and then the next one", async () => {
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

  test("prints no line for requests, because it would hide the printed URLs", () => {
    expect(run.output()).not.toContain('"msg":"request"');
  });

  test("fills each screen: replies, a waitlist, check-ins, a blocked access, a forwarded link", async () => {
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
    const guestNamed = (wanted: string) => supper.items.find(({ name }: { name: string }) => name === wanted);
    const [companion] = guestNamed("Chiara Rossi").rsvp.companions;
    expect([companion.name, ...Object.values(companion.answers)].toSorted()).toEqual(["Luca Rossi", "Nuts", "Vegan"]);
    const plan = await readJson(`${shown.base}/billing/status`, { authorization: `Bearer ${await session(shown)}` });
    expect(plan.tier).toBe("business");
    const quiz = await readAsHost(shown, (event) => `/events/${event}/check-ins`, "Quiz Night");
    expect(quiz.items).toHaveLength(3);
    await eventually(async () => {
      const logs = await accessLogs(shown);
      expect(logs.map(({ risk }) => risk)).toContain("block");
      const forwarded = await readAsHost(shown, (event) => `/events/${event}/guests?devices=gt:2`);
      expect(forwarded.items.map(({ name }: { name: string }) => name)).toEqual(["Mei Chen"]);
    }, SOON);
  });

  test("opens the printed invitation for curl", async () => {
    for (const url of [shown.link, shown.access]) {
      const response = await fetch(url, { headers: { "user-agent": "curl/8.5.0" } });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Amara")]);
    }
  });

  test("lets a guest view, reply and edit, and scores every access", async () => {
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

  test("records no request outside the Worker's own log, because paths contain guests' links", () => {
    const files = readdirSync(join(project.root, ".wrangler/state"), { recursive: true }).map(String);
    expect(files.some((file) => file.endsWith(".sqlite"))).toBe(true);
    expect(files.filter((file) => /observability|trace/i.test(file))).toEqual([]);
  });

  test("prints the link of each account email", async () => {
    const account = { email: "sam@hosts.example", password: "a long enough password", name: "Sam Reed" };
    expect((await send("POST", `${shown.base}/auth/signup`, account)).status).toBe(202);
    await run.printed(/\[mail\] Confirm your email address, to sam@hosts\.example: http:\S+\/verify-email\?token=\S+/);
  });

  test("emails a demo of twenty guests from the sender in .dev.vars", async () => {
    await eventually(async () => {
      const { items, received } = await readJson(`${shown.mails}/api/mails`);
      expect(received).toBeGreaterThanOrEqual(18);
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

  test("restarts a crashed engine, and lets guests in meanwhile", async () => {
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

  test("names the variable to change if a port is taken, and leaves the first run alone", async () => {
    const second = runDev(project.root, env);
    expect(await second.ended()).not.toBe(0);
    expect(second.output()).toMatch(new RegExp(`Port ${env.PORT} is in use.*PORT=\\d+ npm run dev`));
    expect((await fetch(`${shown.base}/health`)).status).toBe(200);
  });

  test("finds its existing demo", async () => {
    const paths = {
      statePath: join(project.root, ".data/demo.json"),
      guestList: join(project.root, "scripts/dev/demo-guests.csv"),
    };
    const { base: baseUrl, mails: mailsUrl, email, password, link } = shown;
    const found = await prepareDemo({ baseUrl, mailsUrl, ...paths });
    expect(found).toMatchObject({ email, password, invitation: { link } });
  });

  test("continues an interrupted demo, and creates nothing twice", async () => {
    const counts = async () => {
      const lists = ["guests", "check-ins"].flatMap((list) => [
        readAsHost(shown, (event) => `/events/${event}/${list}?limit=200`),
        readAsHost(shown, (event) => `/events/${event}/${list}?limit=200`, "Quiz Night"),
      ]);
      return (await Promise.all(lists)).map(({ items }) => [
        items.length,
        items.filter(({ rsvp }: { rsvp?: object | null }) => rsvp).length,
      ]);
    };
    const before = await counts();
    const { base: baseUrl, mails: mailsUrl, email, password, link } = shown;
    const statePath = join(project.root, ".data/interrupted-demo.json");
    writeFileSync(statePath, JSON.stringify({ email, password, complete: false }));
    const found = await prepareDemo({
      baseUrl,
      mailsUrl,
      statePath,
      guestList: join(project.root, "scripts/dev/demo-guests.csv"),
    });
    expect(found).toMatchObject({ invitation: { link } });
    expect(JSON.parse(readFileSync(statePath, "utf8"))).toMatchObject({ complete: true });
    expect(await counts()).toEqual(before);
  });

  test("exits with the Worker, and leaves no process behind", async () => {
    const [, pid] = await run.printed(/\[worker\] ready, pid (\d+)/);
    process.kill(Number(pid), "SIGKILL");
    expect(await run.ended()).not.toBe(0);
    await waitForIdleFolder(project.root);
    await expect(fetch(`${shown.base}/health`)).rejects.toThrow();
  });

  test("names the invalid variable, and leaves no process running", async () => {
    run = runDev(project.root, { ...env, PLATFORM_SECRET: "short" });
    expect(await run.ended()).not.toBe(0);
    expect(run.output()).toContain("PLATFORM_SECRET: has at least 32 bytes");
    await waitForIdleFolder(project.root);
  });

  test("leaves no process behind when it is ended", async () => {
    run = runDev(project.root, env);
    await run.printed(/\[engine\] ready/);
    run.kill();
    await run.ended();
    await waitForIdleFolder(project.root);
  });

  test.for([["--loud"], ["fast"]])("rejects %s with one line, and starts nothing", async ([argument = ""]) => {
    const refused = runDev(project.root, env, "--", argument);
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toMatch(new RegExp(`'${argument}': npm run dev \\[-- --verbose\\]\n`));
    expect(refused.output()).not.toContain("    at ");
  });
});

/** The requests from the first response until the demo was complete, and the processes that started meanwhile. */
interface Visits {
  /** Requests that failed, with the status or the error. */
  failed: string[];
  /** Commands of the processes that were started in the meantime. Known only on systems with /proc. */
  started: Set<string>;
  count(path: string): number;
}

/** The state of the service, a guest's page, and a write to the accounts. */
const VISITED = ["/health", `/i/${"x".repeat(43)}`, "/auth/forgot-password"] as const;
const MIN_VISITS = 5;
/** Requests at a time, so that reads and writes overlap. */
const VISITORS = 3;

/** Sends requests from the first response on. Each is of another client, so that no rate limit applies. */
async function visitUntil(ended: AbortSignal, base: string): Promise<Visits> {
  const failed: string[] = [];
  const paths: string[] = [];
  const started = new Set<string>();
  let known: readonly string[] | null = null;
  let isUp = false;
  const visitAgain = async (visitor: number): Promise<void> => {
    for (let visit = visitor; !ended.aborted; visit += VISITORS) {
      const path = VISITED[(visit >> 1) % VISITED.length] ?? "/health";
      const result = await visitOnce(base, path, visit);
      isUp ||= typeof result === "number";
      if (!isUp) await once(AbortSignal.any([ended, AbortSignal.timeout(POLL_MS)]), "abort");
      if (!isUp || ended.aborted) continue;
      paths.push(path);
      if (typeof result === "string" || result >= 500) failed.push(`${path}: ${result}`);
      const running = processesIn(project.root);
      known ??= running;
      for (const id of running) if (!known.includes(id)) started.add(commandOf(id));
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, visitor) => visitAgain(visitor)));
  return { failed, started, count: (path) => paths.filter((visited) => visited === path).length };
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return `process ${id}, which has ended`;
  }
}

/** @returns the status, or the error if there was no response */
function visitOnce(base: string, path: string, visit: number): Promise<number | string> {
  const headers = { ...BROWSER, "cf-connecting-ip": `198.51.${(visit >> 8) & 255}.${visit & 255}` };
  const body = JSON.stringify({ email: `nobody${visit}@guests.example` });
  const json = { ...headers, "content-type": "application/json" };
  const init = path.startsWith("/auth/") ? { method: "POST", headers: json, body } : { headers };
  return fetch(base + path, init).then(({ status }) => status, String);
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
    mails: value("Emails"),
    console: value("Console"),
  };
}

type Shown = Awaited<ReturnType<typeof printedAddresses>>;

async function accessLogs(shown: Shown): Promise<AccessLog[]> {
  return (await readAsHost(shown, (event) => `/events/${event}/access-logs`)).items;
}

/** Reads a resource of one of the demo's events. */
async function readAsHost(shown: Shown, path: (eventId: string) => string, name = "Orangery Supper") {
  const authorization = `Bearer ${await session(shown)}`;
  const { items } = await readJson(`${shown.base}/events`, { authorization });
  const event = items.find((one: { name: string }) => one.name === name);
  return readJson(shown.base + path(event.id), { authorization });
}

let known: Promise<string> | undefined;

/** Signs in once for all tests, because a client address has ten sign-ins per quarter of an hour. */
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
