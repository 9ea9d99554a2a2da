import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { desiredResources, readConfigFile } from "../../scripts/deploy/resources.ts";
import { deploymentConfig } from "../../scripts/deploy/worker-config.ts";
import { wranglerEnv } from "../../scripts/dev/wrangler-env.ts";
import { call, type E2eFixture, makeE2eFixture } from "../../testkit/e2e-fixture.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import { type RunningService, startService } from "../../testkit/running-service.ts";
import { readTraceStore, type TraceRecord } from "../support/node/trace-store.ts";

const SETUP_TIMEOUT_MS = 180_000;
const BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  accept: "text/html",
  "accept-language": "en-GB",
};

/** Settings for the records that a deployment keeps of its requests. */
interface Observability {
  redact_query_string?: boolean;
  logs?: { enabled?: boolean; invocation_logs?: boolean };
  traces?: { enabled?: boolean };
}

/** Secrets that the test uses, by kind, and whether each still works afterwards. */
type Secrets = Record<string, { value: string; stillWorks: () => Promise<boolean> }>;

let folder: string;
let records: TraceRecord[];
let secrets: [name: string, value: string, stillWorks: boolean][];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-traces-"));
  const service = await startService({}, { tracesIn: folder });
  try {
    const issued = await issueSecrets(service);
    secrets = [];
    // One after the other, so that using one ends no other before it was tried.
    for (const [name, { value, stillWorks }] of Object.entries(issued)) secrets.push([name, value, await stillWorks()]);
  } finally {
    await service.stop();
  }
  records = readTraceStore(folder);
}, SETUP_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the records that a configuration keeps, as the platform documents it. */
function keptBy(config: Observability): string[] {
  const { redact_query_string: redacts = false, logs = {}, traces = {} } = config;
  const kept = records.filter(({ kind }) => {
    if (kind === "span") return traces.enabled === true;
    return logs.enabled !== false && (kind === "log" || logs.invocation_logs !== false);
  });
  return kept.map(({ kind, text }) => (redacts && kind !== "log" ? text.replaceAll(/\?[^\s"]*/g, "") : text));
}

function deployedObservability(): Observability {
  const config = readConfigFile("wrangler.toml");
  const { databases, namespaces } = desiredResources(config);
  const found = {
    databases: new Map(databases.map((name) => [name, name])),
    namespaces: new Map(namespaces.map((title) => [title, title])),
  };
  const variables = { PUBLIC_URL: "https://rsvp.example" };
  return deploymentConfig(config, found, { accountId: "account", variables }).observability as Observability;
}

describe("record store of the platform", () => {
  it("keeps no secret in the deployed configuration", () => {
    const kept = keptBy(deployedObservability());
    const found = secrets.filter(([, value]) => kept.some((text) => text.includes(value)));
    expect(found.map(([name]) => name)).toEqual([]);
    // The Worker's own lines are kept for the operator.
    expect(kept.some((text) => text.includes("/access/:token"))).toBe(true);
  });

  it("shows that the platform's own request records would contain links and tickets", () => {
    const found = (config: Observability) => {
      const kept = keptBy(config);
      return secrets.filter(([, value]) => kept.some((text) => text.includes(value))).map(([name]) => name);
    };
    const everything = found({ logs: { invocation_logs: true }, traces: { enabled: true } });
    expect(everything).toEqual(expect.arrayContaining(["guest link", "edit link", "reset link", "live ticket"]));
    expect(everything).not.toContain("scanner ticket");
    // Redacting query strings is not enough, because a guest's link is a path.
    expect(found({ redact_query_string: true, logs: { invocation_logs: true } })).toContain("guest link");
    expect(found({ redact_query_string: true, traces: { enabled: true } })).toContain("guest link");
  });

  it("leaves every opened link usable, and the live ticket used up", () => {
    expect(secrets.filter(([, , works]) => !works).map(([name]) => name)).toEqual(["live ticket"]);
  });

  it("records nothing in npm run dev", () => {
    expect(wranglerEnv("/").X_LOCAL_OBSERVABILITY).toBe("false");
  });
});

/** Uses every kind of link as host, guest and colleague, and opens each twice as email programs do. */
async function issueSecrets(service: RunningService): Promise<Secrets> {
  const fixture = await makeE2eFixture(service);
  await service.sql("update users set email_verified = 1 where email_key = ?", fixture.host.email);
  return {
    ...(await useGuestLinks(service, fixture)),
    ...(await useTickets(service, fixture)),
    // Last, because a password reset ends the host's sessions.
    ...(await useAccountLinks(service, fixture)),
  };
}

async function look(link: string): Promise<void> {
  for (const headers of [BROWSER, { ...BROWSER, accept: "*/*" }]) {
    const response = await fetch(link, { headers: { ...headers, "CF-Connecting-IP": "10.9.1.1" } });
    expect([link.replace(/[^/]*$/, "…"), response.ok]).toEqual([expect.any(String), true]);
    await response.arrayBuffer();
  }
}

async function statusOf(service: RunningService, method: string, path: string, body?: object): Promise<number> {
  const response = await fetch(new URL(path, service.url), {
    method,
    headers: { ...BROWSER, "CF-Connecting-IP": "10.9.1.2", "content-type": "application/json", accept: "*/*" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function useGuestLinks(service: RunningService, fixture: E2eFixture): Promise<Secrets> {
  const [guest] = fixture.guests;
  if (guest === undefined) throw new Error("the event has no guest");
  const token = guest.link.split("/i/")[1] ?? "";
  await look(guest.link);
  await look(`${service.url}/access/${token}`);
  await look(`${service.url}/access/${token}/calendar.ics`);
  const answered = await fetch(`${service.url}/rsvp`, {
    method: "POST",
    headers: { ...BROWSER, "content-type": "application/json", "CF-Connecting-IP": "10.9.1.1" },
    body: JSON.stringify({ token, response: "attending", plus_ones: 0 }),
  });
  const { check_in } = (await answered.json()) as { check_in: { qr_token: string } };
  await call(service, "10.9.1.3", "POST", `/access/${token}/request-edit-link`);
  const edit = await linkFromMail(service, guest.email, /edit=/);
  await look(edit);
  const nonce = new URL(edit).searchParams.get("edit") ?? "";
  const notified = { name: "Grace", email: `grace-${process.pid}@example.com` };
  const { id } = await fixture.api<{ id: string }>("POST", `/events/${fixture.eventId}/guests`, notified);
  await fixture.api("POST", `/events/${fixture.eventId}/tokens`, { guest_id: id, notify: true });
  const unsubscribe = await linkFromMail(service, notified.email, /\/unsubscribe\?/);
  await look(unsubscribe);
  const works = async (status: Promise<number>, expected = 200) => (await status) === expected;
  return {
    "door code": {
      value: check_in.qr_token,
      stillWorks: async () => {
        const path = `/events/${fixture.eventId}/check-in/preview`;
        return (
          (await fixture.api<{ verdict: string }>("POST", path, { qr_token: check_in.qr_token })).verdict === "ready"
        );
      },
    },
    "edit link": {
      value: nonce,
      stillWorks: () => works(statusOf(service, "PATCH", `/rsvp/${token}`, { response: "maybe", edit_nonce: nonce })),
    },
    "guest link": { value: token, stillWorks: () => works(statusOf(service, "GET", `/access/${token}`)) },
    "unsubscribe link": {
      value: new URL(unsubscribe).searchParams.get("token") ?? "",
      stillWorks: () => works(statusOf(service, "GET", unsubscribe)),
    },
  };
}

async function useAccountLinks(service: RunningService, fixture: E2eFixture): Promise<Secrets> {
  const { email, password: hostPassword } = fixture.host;
  const colleague = `colleague-${process.pid}@example.com`;
  const password = "an evening in the winter garden";
  await call(service, "10.9.2.1", "POST", "/auth/signup", { email: colleague, name: "Kim", password });
  const verification = await linkFromMail(service, colleague, /verify-email/);
  await look(verification);
  await call(service, "10.9.2.1", "POST", "/auth/forgot-password", { email: fixture.host.email });
  const reset = await linkFromMail(service, fixture.host.email, /reset-password/);
  await look(reset);
  await fixture.api("POST", `/events/${fixture.eventId}/collaborators`, { email: colleague, role: "viewer" });
  const invite = await linkFromMail(service, colleague, /\/invites\//);
  await look(invite);
  const tokenIn = (link: string) => new URL(link).searchParams.get("token") ?? "";
  const accepted = async (path: string, body: object) => (await statusOf(service, "POST", path, body)) < 300;
  return {
    "verification link": {
      value: tokenIn(verification),
      stillWorks: () => accepted("/auth/verify-email", { token: tokenIn(verification) }),
    },
    "invite link": {
      value: invite.split("/invites/")[1] ?? "",
      stillWorks: async () => (await statusOf(service, "GET", invite)) === 200,
    },
    password: { value: hostPassword, stillWorks: () => accepted("/auth/login", { email, password: hostPassword }) },
    "access token": {
      value: fixture.host.token,
      stillWorks: async () => (await fixture.api<{ id: string }>("GET", "/me")).id !== "",
    },
    "reset link": {
      value: tokenIn(reset),
      stillWorks: () =>
        accepted("/auth/reset-password", { token: tokenIn(reset), password: "another evening outside" }),
    },
  };
}

async function useTickets(service: RunningService, fixture: E2eFixture): Promise<Secrets> {
  const { ticket: scanner } = await fixture.api<{ ticket: string }>(
    "POST",
    `/events/${fixture.eventId}/scanner-ticket`,
  );
  await call(service, "10.9.3.1", "GET", `/events/${fixture.eventId}/check-ins`, undefined, scanner);
  const { ticket: live } = await fixture.api<{ ticket: string }>("POST", "/auth/ws-ticket", {
    event_id: fixture.eventId,
  });
  const connects = async () => {
    const url = `${service.url.replace("http", "ws")}/events/${fixture.eventId}/live?ticket=${live}`;
    const socket = new WebSocket(url);
    const opened = await new Promise<boolean>((resolve) => {
      socket.addEventListener("open", () => resolve(true));
      socket.addEventListener("error", () => resolve(false));
    });
    socket.close();
    return opened;
  };
  expect(await connects()).toBe(true);
  return {
    "scanner ticket": {
      value: scanner,
      stillWorks: async () => {
        const path = `/events/${fixture.eventId}/check-ins`;
        return (await call<{ items: [] }>(service, "10.9.3.1", "GET", path, undefined, scanner)).items.length === 0;
      },
    },
    "live ticket": { value: live, stillWorks: connects },
  };
}
