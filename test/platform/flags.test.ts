import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bucketOf, FLAG_REFRESH_MS, type FlagKey, isEnabled } from "../../src/platform/flags/flags.ts";
import { createFlagCache, FLAGS_KV_KEY } from "../../src/platform/flags/published.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { grantTier, type Host, signedInHost } from "../support/account.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { addMember } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { makeEvent } from "../support/guest.ts";
import { replaced, UNARMED_SCHEDULER } from "../support/race.ts";

/** Sets flags like the operator's command: in the database and in KV. */
async function setFlags(percentages: Partial<Record<FlagKey, number>>): Promise<void> {
  for (const [key, percentage] of Object.entries(percentages)) {
    await env.DB.prepare("update feature_flags set percentage = ? where key = ?").bind(percentage, key).run();
  }
  const { results } = await env.DB.prepare("select key, percentage from feature_flags order by key").all<{
    key: string;
    percentage: number;
  }>();
  await env.KV.put(FLAGS_KV_KEY, JSON.stringify(results.map(({ key, percentage }) => [key, percentage])));
}

/** An isolate that has just started, with an empty flag cache. */
function freshIsolate(changes: EnvChanges = {}): Cloudflare.Env {
  return { ...env, ...UNARMED_SCHEDULER, ...changes };
}

function servicesOf(isolate: Cloudflare.Env) {
  return createRequestContext(isolate, () => undefined);
}

/** Ages an isolate's flag cache. */
function age(isolate: Cloudflare.Env, ms: number): void {
  servicesOf(isolate).shared(createFlagCache).loadedAt -= ms;
}

/** Sends a request. @returns status and error code of a refusal, or the status of anything else */
async function outcomeOf(isolate: Cloudflare.Env, host: Host, method: string, path: string, body?: unknown) {
  const request = new Request(`https://usher.test${path}`, {
    method,
    headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, isolate, context);
  await waitOnExecutionContext(context);
  if (response.ok) return response.status;
  return `${response.status} ${(await response.json<{ error: string }>()).error}`;
}

const ALL_ON = { branding: 100, broadcasts: 100, live_monitor: 100, risk_scoring: 100, scanner: 100, sms: 100 };

// The Scheduler publishes the flags from the database to KV, where tests set them too.
beforeEach(stopScheduler);
afterEach(() => setFlags(ALL_ON));

describe("kill switches", () => {
  const MESSAGE = { audience: "everyone", channel: "email", subject: "Hello", body: "Dear guests", mode: "draft" };

  /**
   * @spec 4.82 "PUT | /events/{id}/branding | Gated by tier and kill-switch flag."
   * @spec 4.101 "POST | /events/{id}/scanner-ticket | host, tier-gated and flag-gated"
   * @spec 8.1 "Free tier | 1 event, 50 guests, no collaborators, no custom branding, scanner or broadcasts"
   * @spec 8.2 "Pro tier | 10 events, 1,000 guests, 5 collaborators, branding, scanner, broadcasts"
   * @spec 8.20 "Feature flag refresh | kill switches are checked before the tier gate for branding, broadcasts and
   *   scanner"
   */
  it.each([
    ["branding", "PUT", "branding", { primary_color: "#336699" }, 200],
    ["broadcasts", "POST", "messages", MESSAGE, 201],
    ["scanner", "POST", "scanner-ticket", undefined, 201],
  ] as const)("applies before the tier: %s", async (flag, method, path, body, done) => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const use = (isolate: Cloudflare.Env) => outcomeOf(isolate, host, method, `/events/${event.id}/${path}`, body);
    expect(await use(freshIsolate())).toBe("402 feature_not_in_tier");
    await setFlags({ [flag]: 0 });
    expect(await use(freshIsolate())).toBe("403 feature_disabled");
    await grantTier(host.id, "pro");
    expect(await use(freshIsolate())).toBe("403 feature_disabled");
    await setFlags({ [flag]: 100 });
    expect(await use(freshIsolate())).toBe(done);
  });

  /** @spec 1.14 "Feature the service can switch features off at runtime." */
  it("switches off only its own feature", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    await setFlags({ broadcasts: 0, scanner: 0 });
    const isolate = freshIsolate();
    expect(await outcomeOf(isolate, host, "PUT", `/events/${event.id}/branding`, { primary_color: "#336699" })).toBe(
      200,
    );
  });
});

describe("flags (by host)", () => {
  it("follows the host of the event, whichever member calls: branding", async () => {
    const hosts = [await signedInHost({ tier: "pro" }), await signedInHost({ tier: "pro" })];
    while ((await bucketOf("branding", hosts[0]?.id ?? "")) === (await bucketOf("branding", hosts[1]?.id ?? ""))) {
      hosts.unshift(await signedInHost({ tier: "pro" }));
    }
    const [one, two] = hosts as [Host, Host];
    const buckets = [await bucketOf("branding", one.id), await bucketOf("branding", two.id)] as const;
    const [on, off] = buckets[0] < buckets[1] ? [one, two] : [two, one];
    await setFlags({ branding: Math.max(...buckets) });
    const [ofOn, ofOff] = [await makeEvent(on), await makeEvent(off)];
    await addMember(ofOn.id, off.id, "editor");
    await addMember(ofOff.id, on.id, "editor");
    const change = (caller: Host, { id }: { id: string }) =>
      outcomeOf(freshIsolate(), caller, "PUT", `/events/${id}/branding`, { primary_color: "#336699" });
    expect([await change(on, ofOn), await change(off, ofOn)]).toEqual([200, 200]);
    expect([await change(on, ofOff), await change(off, ofOff)]).toEqual(Array(2).fill("403 feature_disabled"));
  });
});

describe("flags of an isolate", () => {
  const USER = "01890000-0000-7000-8000-000000000001";
  const branding = (isolate: Cloudflare.Env) => isEnabled(servicesOf(isolate), "branding", USER);

  /** @spec 8.17 "Feature flag refresh | 30 seconds" */
  it("reloads flags that are 30 seconds old, and not before", async () => {
    const isolate = freshIsolate();
    expect(await branding(isolate)).toBe(true);
    await setFlags({ branding: 0 });
    age(isolate, FLAG_REFRESH_MS - 5_000);
    expect(await branding(isolate)).toBe(true);
    age(isolate, 5_000);
    expect(await branding(isolate)).toBe(false);
    await setFlags({ branding: 100 });
    age(isolate, FLAG_REFRESH_MS);
    expect(await branding(isolate)).toBe(true);
    expect(FLAG_REFRESH_MS).toBe(30_000);
  });

  it("reloads by one request while the others use the cache, from KV and not from the database", async () => {
    await setFlags({ branding: 0 });
    let reads = 0;
    const KV = replaced(env.KV, {
      get: (key: string, options: KVNamespaceGetOptions<"text">) => {
        reads += 1;
        return env.KV.get(key, options);
      },
    });
    const DB = replaced(env.DB, {
      withSession: () => {
        throw new Error("the database was queried");
      },
    });
    const isolate = freshIsolate({ KV });
    const services = { ...servicesOf(isolate), db: DB as never };
    expect(await isEnabled(services, "branding", USER)).toBe(false);
    age(isolate, FLAG_REFRESH_MS);
    const answers = await Promise.all(Array.from({ length: 20 }, () => isEnabled(services, "branding", USER)));
    expect(answers).toEqual(Array(20).fill(false));
    expect(reads).toBe(2);
  });

  it("reloads again without delay when a reload ended with its request", async () => {
    await setFlags({ branding: 0 });
    let reads = 0;
    const KV = replaced(env.KV, {
      get: (key: string, options: KVNamespaceGetOptions<"text">) => {
        reads += 1;
        return reads === 1 ? new Promise(() => undefined) : env.KV.get(key, options);
      },
    });
    const services = servicesOf(freshIsolate({ KV }));
    void isEnabled(services, "branding", USER);
    expect(await isEnabled(services, "branding", USER)).toBe(false);
    expect(reads).toBe(2);
  });

  it.each([
    ["nothing", null],
    ["no JSON", "off"],
    ["no list", '{"branding":100}'],
    ["a list of something else", '["branding"]'],
  ])("reads the database where the edge has %s", async (_, published) => {
    await setFlags({ branding: 0 });
    const KV = replaced(env.KV, { get: async () => published });
    expect(await branding(freshIsolate({ KV }))).toBe(false);
  });

  it("keeps the last values while neither KV nor the database responds", async () => {
    await setFlags({ branding: 0 });
    let isDown = false;
    const fail = () => {
      throw new Error("D1_ERROR: Network connection lost.");
    };
    const KV = replaced(env.KV, {
      get: (key: string, options: KVNamespaceGetOptions<"text">) => (isDown ? fail() : env.KV.get(key, options)),
    });
    const DB = replaced(env.DB, {
      withSession: (...args: Parameters<D1Database["withSession"]>) => (isDown ? fail() : env.DB.withSession(...args)),
    });
    const isolate = freshIsolate({ KV });
    expect(await branding(isolate)).toBe(false);
    await setFlags({ branding: 100 });
    isDown = true;
    age(isolate, FLAG_REFRESH_MS);
    expect(await isEnabled({ ...servicesOf(isolate), db: DB as never }, "branding", USER)).toBe(false);
    isDown = false;
    age(isolate, FLAG_REFRESH_MS);
    expect(await branding(isolate)).toBe(true);
  });

  /** @spec 2.84 "Feature flag | there are 6 seeded the service; fields beyond the key: not shown" */
  it("reads what the Scheduler publishes from the database to KV", async () => {
    await env.DB.prepare("update feature_flags set percentage = 40 where key = 'sms'").run();
    // Any request of a new isolate sets the Scheduler's alarm.
    await outcomeOf(freshIsolate({ SCHEDULER: env.SCHEDULER }), await signedInHost(), "GET", "/me");
    await eventually(async () => {
      const published = new Map(await env.KV.get<[string, number][]>(FLAGS_KV_KEY, "json"));
      expect(Object.fromEntries(published)).toEqual({ ...ALL_ON, sms: 40 });
    });
  });
});

describe("flags (unknown name)", () => {
  /** @spec 8.19 "Feature flag refresh | unknown flag is on" */
  it("stays on, because flags switch features off", async () => {
    await setFlags({ branding: 0 });
    expect(await isEnabled(servicesOf(freshIsolate()), "fireworks" as FlagKey, "anybody")).toBe(true);
    const gone = JSON.stringify([["branding", 0]]);
    const isolate = freshIsolate({ KV: replaced(env.KV, { get: async () => gone }) });
    expect(await isEnabled(servicesOf(isolate), "scanner", "anybody")).toBe(true);
    expect(await isEnabled(servicesOf(isolate), "branding", "anybody")).toBe(false);
  });
});

describe("isEnabled (percentage of users)", () => {
  /** Whether it is on, for an isolate that has just loaded the percentage. */
  const isOn = (percentage: number, userId: string, flag: FlagKey = "branding") => {
    const published = JSON.stringify([[flag, percentage]]);
    return isEnabled(servicesOf(freshIsolate({ KV: replaced(env.KV, { get: async () => published }) })), flag, userId);
  };

  /** @spec 8.18 "Feature flag refresh | percentage bucket is stable per (flag key, user) hash" */
  it("stays on for its users while the percentage grows, on every isolate", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.nat(100), fc.nat(100), async (userId, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        if (await isOn(less, userId)) expect(await isOn(more, userId)).toBe(true);
        expect(await isOn(less, userId)).toBe(await isOn(less, userId));
        expect([await isOn(0, userId), await isOn(100, userId)]).toEqual([false, true]);
      }),
    );
  });

  /** @spec 8.18 "Feature flag refresh | percentage bucket is stable per (flag key, user) hash" */
  it("keeps the buckets of its users permanently", async () => {
    const users = ["01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"];
    const buckets = await Promise.all(users.flatMap((user) => [bucketOf("branding", user), bucketOf("sms", user)]));
    expect(buckets).toEqual([3, 11, 12, 12]);
  });

  /** @spec 2.83 "Feature flag | a key with percentage rollout" */
  it("applies to that percentage, with independent buckets for each flag", async () => {
    const users = Array.from({ length: 5_000 }, () => crypto.randomUUID());
    const bucketsOf = (flag: FlagKey) => Promise.all(users.map((user) => bucketOf(flag, user)));
    const [branding, scanner] = [await bucketsOf("branding"), await bucketsOf("scanner")];
    const shareBelow = (buckets: number[], limit: number) =>
      buckets.filter((bucket) => bucket < limit).length / users.length;
    for (const percentage of [1, 10, 25, 50, 90]) {
      const share = percentage / 100;
      // Five standard deviations of a fair draw: wrong once in two million runs.
      const tolerance = 5 * Math.sqrt((share * (1 - share)) / users.length);
      for (const buckets of [branding, scanner]) {
        expect(Math.abs(shareBelow(buckets, percentage) - share)).toBeLessThan(tolerance);
      }
    }
    const inBoth = branding.filter((bucket, index) => bucket < 50 && (scanner[index] ?? 100) < 50).length;
    expect(Math.abs(inBoth / users.length - 0.25)).toBeLessThan(5 * Math.sqrt((0.25 * 0.75) / users.length));
  });
});
