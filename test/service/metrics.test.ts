import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import worker from "../../src/worker.ts";
import { freshAddress, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { openRequest } from "../support/guest-requests.ts";
import { replaced } from "../support/race.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends a request, in an environment that may differ, and waits for its after-response work. */
async function send(request: Request, changes: EnvChanges = {}): Promise<Response> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...changes }, context);
  await waitOnExecutionContext(context);
  return response;
}

async function invitation(): Promise<{ token: string; eventId: string; authorization: string }> {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  return { token: firstOf(fixture).token, eventId: fixture.eventId, authorization: `Bearer ${host.token}` };
}

/** A dataset that captures what is written to it. */
function dataset() {
  const points: AnalyticsEngineDataPoint[] = [];
  const METRICS: AnalyticsEngineDataset = { writeDataPoint: (point) => void points.push(point ?? {}) };
  return { changes: { METRICS }, counted: () => points.map(({ blobs }) => blobs?.join(": ")).sort(), points };
}

const requestReset = (address: string) =>
  new Request("https://usher.test/auth/forgot-password", {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com` }),
  });

describe("Server-Timing", () => {
  it("contains database and engine time for guests, database time for hosts, and nothing without calls", async () => {
    const { token, eventId, authorization } = await invitation();
    const opened = await send(openRequest(token));
    expect(opened.headers.get("server-timing")).toMatch(/^db;dur=\d+, engine;dur=\d+$/);
    const read = await send(new Request(`https://usher.test/events/${eventId}`, { headers: { authorization } }));
    expect(read.headers.get("server-timing")).toMatch(/^db;dur=\d+$/);
    const forged = await send(openRequest("A".repeat(43)));
    expect([forged.status, forged.headers.get("server-timing")]).toEqual([404, null]);
  });

  it("measures the time of the database, also for errors", async () => {
    const { eventId } = await invitation();
    const { token } = await signedInHost();
    const realNow = Date.now.bind(Date);
    let waitedMs = 0;
    vi.spyOn(Date, "now").mockImplementation(() => realNow() + waitedMs);
    const slow = replaced(env.DB, {
      withSession: (...args: Parameters<D1Database["withSession"]>) => {
        const session = env.DB.withSession(...args);
        return replaced(session, {
          batch: async (statements: D1PreparedStatement[]) => {
            waitedMs += 60;
            return session.batch(statements);
          },
        });
      },
    });
    const headers = { authorization: `Bearer ${token}` };
    const response = await send(new Request(`https://usher.test/events/${eventId}`, { headers }), { DB: slow });
    expect(response.status).toBe(404);
    const [, ms] = /^db;dur=(\d+)$/.exec(response.headers.get("server-timing") ?? "") ?? [];
    expect(Number(ms)).toBeGreaterThanOrEqual(60);
  });

  it("stays absent where equal response times are promised", async () => {
    const response = await send(requestReset(freshAddress()));
    expect([response.status, response.headers.get("server-timing")]).toEqual([202, null]);
  });
});

describe("request log", () => {
  const requestLines = (log: { mock: { calls: unknown[][] } }, route: string) =>
    log.mock.calls
      .map(([line]) => JSON.parse(String(line)) as { msg: string; route: string; status: number; count: number })
      .filter((line) => line.msg === "request" && line.route === route);

  it("counts all successful requests, in fewer lines", async () => {
    const log = vi.spyOn(console, "info");
    const open = () => send(new Request("https://usher.test/privacy"));
    let sent = 0;
    const openUntilLogged = () =>
      eventually(async () => {
        const known = requestLines(log, "/privacy").length;
        await open();
        sent++;
        expect(requestLines(log, "/privacy").length).toBeGreaterThan(known);
      });
    // Counts of earlier requests that are not written yet.
    await openUntilLogged();
    log.mockClear();
    sent = 20;
    await Promise.all(Array.from({ length: sent }, open));
    expect(requestLines(log, "/privacy").length).toBeLessThan(sent);
    await openUntilLogged();
    const counted = requestLines(log, "/privacy").reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(sent);
  });

  it("contains one line for each rejected request", async () => {
    const log = vi.spyOn(console, "info");
    for (let index = 0; index < 3; index++) await send(openRequest("B".repeat(43)));
    expect(requestLines(log, "/access/:token")).toMatchObject(Array(3).fill({ status: 404, count: 1 }));
  });
});

describe("metrics counters", () => {
  it("counts each scored access once by its risk band", async () => {
    // An engine that is too slow on a busy machine counts as unavailable: then there is no band to count.
    await eventually(async () => {
      const { token } = await invitation();
      const { changes, counted, points } = dataset();
      expect((await send(openRequest(token), changes)).status).toBe(200);
      expect(counted()).toEqual(["access_band: low"]);
      expect(points).toMatchObject([{ indexes: ["access_band"], doubles: [1] }]);
    });
  });

  it("counts guests who got access without a score", async () => {
    const { token } = await invitation();
    const { changes, counted } = dataset();
    const dead = { ...changes, SCORING_ENGINE_URL: "http://127.0.0.1:9" };
    expect((await send(openRequest(token), dead)).status).toBe(200);
    expect(counted()).toEqual(["engine_unavailable: score"]);
  });

  it("counts policy violations by directive, and stores nothing of a report: POST /policy-reports", async () => {
    const { changes, counted } = dataset();
    const log = vi.spyOn(console, "info");
    const documentURL = "https://usher.test/i/a-secret-link";
    const report = (effectiveDirective: unknown, type = "csp-violation") => ({
      type,
      body: { documentURL, effectiveDirective },
    });
    const bodies = [
      [report("img-src"), report("script-src-elem"), report("x".repeat(50)), report("img-src", "deprecation")],
      [report(7)],
      [],
      { "csp-report": {} },
      "no report",
      Array.from({ length: 101 }, () => report("img-src")),
    ];
    const headers = { "Content-Type": "application/reports+json", "CF-Connecting-IP": freshAddress() };
    for (const body of bodies) {
      const request = new Request("https://usher.test/policy-reports", {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      expect((await send(request, changes)).status).toBe(204);
    }
    expect(counted()).toEqual([
      "policy_violation: img-src",
      "policy_violation: other",
      "policy_violation: script-src-elem",
    ]);
    expect(JSON.stringify(log.mock.calls)).not.toContain("a-secret-link");
  });

  it("counts 429 responses by route, and writes log lines without a dataset", async () => {
    const { changes, counted } = dataset();
    const log = vi.spyOn(console, "info");
    const address = freshAddress();
    const statuses = [];
    for (let index = 0; index < 6; index++) statuses.push((await send(requestReset(address), changes)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(counted()).toEqual(["rate_limited: POST /auth/forgot-password"]);
    await send(requestReset(address));
    const lines = log.mock.calls.map(([line]) => String(line));
    expect(lines).toContain(
      JSON.stringify({
        level: "info",
        msg: "count",
        counter: "rate_limited",
        label: "POST /auth/forgot-password",
        times: 1,
      }),
    );
    // Nothing of a request but its pattern is in any line.
    expect(lines.join("\n")).not.toContain(address);
  });

  it("fails no request", async () => {
    const { token } = await invitation();
    const METRICS = {
      writeDataPoint: () => {
        throw new Error("quota");
      },
    };
    expect((await send(openRequest(token), { METRICS })).status).toBe(200);
  });
});
