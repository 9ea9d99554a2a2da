import { beforeAll, describe, expect, test } from "vitest";
import { stopScheduler } from "../../support/broadcast.ts";
import { cause, isMessage, KINDS, type Kind, scenesOf } from "./kinds.ts";
import { deliver } from "./lab.ts";
import { each, type Outcome, outcomeOf, put } from "./scene.ts";
import { OBSTACLES, type Obstacle, STOPS, type Stop } from "./table.ts";

beforeAll(stopScheduler);

/** The part of a response that is about the email. */
interface Said {
  status: number;
  notified?: boolean;
  reason?: string | null;
  error?: string;
  /** A budget or counter of 24 hours that was spent in this hour is free again after 23 to 24 hours. */
  isFreeTomorrow?: boolean;
}

const HOUR_SECONDS = 3_600;

async function saidIn(response: Response | null): Promise<Said | null> {
  if (response === null) return null;
  const { status, headers } = response;
  const isJson = headers.get("content-type")?.includes("json");
  const { notified, reason, error } = isJson ? await response.json<Partial<Said>>() : {};
  const after = headers.get("retry-after");
  return {
    status,
    ...(notified === undefined || reason === "not_requested" ? {} : { notified, reason: reason ?? null }),
    ...(error === undefined ? {} : { error }),
    ...(after === null ? {} : { isFreeTomorrow: Number(after) > 22 * HOUR_SECONDS }),
  };
}

const isSuppression = (stop: Stop) => stop === "bounced" || stop === "complained" || stop === "unsubscribed";

/** The response that the table demands. */
function demandedOf({ says, status = 0, kind }: Kind, stop: Stop | null): Said | null {
  const said = { status, notified: stop === null, reason: stop };
  if (says === undefined) return null;
  switch (says) {
    case "accepts":
      return { status };
    case "notified":
      return said;
    case "notices":
      return refusal(stop) === null ? { ...said, notified: true, reason: null } : said;
    case "sends":
      return refusal(stop) ?? said;
    case "schedules":
      if (stop === "mailbox_limit") return { status: 429, error: "recipient_limit", isFreeTomorrow: false };
      return stop === "sending_paused" ? refusal(stop) : { status };
    case "asked":
      if (stop === "counter") return { status: 429, error: "rate_limited", isFreeTomorrow: true };
      if (stop === null) return { status };
      return { status: 409, error: kind === "challenge" ? "challenge_unavailable" : "email_unavailable" };
  }
}

/** A request that only sends is refused if its host may send nothing. */
function refusal(stop: Stop | null): Said | null {
  if (stop === "sending_paused") return { status: 403, error: stop };
  return stop === "sending_limit" ? { status: 429, error: stop, isFreeTomorrow: true } : null;
}

/** The outcome that the table demands. An email that the request has not asked for leaves no trace. */
function outcomeBehind(kind: Kind, stop: Stop | null): Outcome {
  const row = { kind: kind.kind, purpose: kind.purpose, channel: "email" };
  if (stop === null) return { arrived: 1, stored: [{ ...row, status: "sent", reason: null }] };
  return { arrived: 0, stored: isStored(kind, stop) ? [{ ...row, status: "suppressed", reason: stop }] : [] };
}

/** The request does not say what stops the email, or there is no request: the delivery says it. */
function isStored({ kind, says, isReadLate }: Kind, stop: Stop): boolean {
  if (isReadLate) return false;
  if (says === "notices") return refusal(stop) === null;
  return isMessage(kind) ? isSuppression(stop) : says === undefined || says === "accepts";
}

const PAID = Object.entries(KINDS).filter(([, { isPaid }]) => isPaid);
const OF_ALL_TIERS = Object.entries(KINDS).filter(([, { isPaid }]) => !isPaid);
/** Budgets and counters, whose numbers depend on the tier of the host. */
const BY_TIER = [
  "a spent budget",
  "too many lost addresses",
  "a spent counter of requests with a link",
  "a spent counter of public requests",
  "a spent day of unreached guests",
] as const;

const byTier = (kind: Kind): Obstacle[] => BY_TIER.filter((obstacle) => STOPS[obstacle](kind) !== null);

const WITH_BUDGETS = Object.entries(KINDS).filter(([, kind]) => byTier(kind).length > 0);

async function compare(kind: Kind, tier: "free" | "pro", obstacles: readonly Obstacle[]): Promise<void> {
  const scenes = await scenesOf(kind, tier, obstacles);
  await each(scenes, (scene, obstacle) => put(obstacle, scene));
  const said = await each(scenes, async (scene) => saidIn(await cause(kind, scene)));
  await deliver();
  const found = await each(scenes, async (scene, obstacle) => ({
    said: said[obstacle],
    ...(await outcomeOf(kind.kind, scene)),
  }));
  const demanded = obstacles.map((obstacle) => {
    const stop = STOPS[obstacle](kind);
    return [obstacle, { said: demandedOf(kind, stop), ...outcomeBehind(kind, stop) }];
  });
  expect(found).toEqual(Object.fromEntries(demanded));
}

describe("request that causes an email", () => {
  test.each(OF_ALL_TIERS)("says and does on the free plan what the purpose demands: %s", (_, kind) =>
    compare(kind, "free", OBSTACLES),
  );

  test.each(PAID)("says and does on a paid plan what the purpose demands: %s", (_, kind) =>
    compare(kind, "pro", OBSTACLES),
  );

  test.each(WITH_BUDGETS)("stops at the budgets and counters of a paid plan: %s", (_, kind) =>
    compare(kind, "pro", byTier(kind)),
  );

  test.each(WITH_BUDGETS)("passes the budgets and counters of the free plan on a paid one: %s", async (_, kind) => {
    const obstacles = byTier(kind);
    const scenes = await scenesOf(kind, "pro", obstacles);
    await each(scenes, (scene, obstacle) => put(obstacle, { ...scene, tier: "free" }));
    await each(scenes, (scene) => cause(kind, scene));
    await deliver();
    const arrived = await each(scenes, async (scene) => (await outcomeOf(kind.kind, scene)).arrived);
    expect(arrived).toEqual(Object.fromEntries(obstacles.map((obstacle) => [obstacle, 1])));
  });

  test.each(PAID)("returns 402 on the free plan, and sends nothing: %s", async (_, kind) => {
    const scenes = await scenesOf(kind, "free", ["no obstacle"]);
    const statuses = await each(scenes, async (scene) => (await cause(kind, scene))?.status);
    await deliver();
    expect(statuses).toEqual({ "no obstacle": 402 });
    const outcomes = await each(scenes, (scene) => outcomeOf(kind.kind, scene));
    expect(outcomes).toEqual({ "no obstacle": { arrived: 0, stored: [] } });
  });
});
