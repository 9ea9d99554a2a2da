import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { textsTo } from "../../adapters/mail-servers.ts";
import { requestBy } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { askForCode } from "../../support/challenges.ts";
import { browserHeaders } from "../../support/guest-requests.ts";
import { clearMailFaults, setMailFaults } from "../../support/mailbox.ts";
import { deliver, dispatchMessages, send } from "./lab.ts";
import { each, outcomeOf, put, run, type Scene, type Scenes, sceneOf } from "./scene.ts";
import { OBSTACLES, type Obstacle, type Purpose, type Stop, TABLE, type Tier } from "./table.ts";

beforeAll(stopScheduler);
beforeEach(() => run("delete from text_counts"));

/** A number that no other test uses. */
function freshPhone(): string {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return `+49151${String(random).padStart(10, "0").slice(0, 8)}`;
}

interface TextKind {
  kind: string;
  purpose: Purpose;
  askedBy?: "link";
  tier: Tier;
  cause(scene: Scene): Promise<Response>;
  /** The budgets of its segments: a scope, and the segments of the tier. */
  budgets(scene: Scene): Record<string, number>;
}

const code: TextKind = {
  kind: "challenge",
  purpose: "asked",
  askedBy: "link",
  tier: "free",
  cause: ({ token }) => send(askForCode(token, browserHeaders(), "sms")),
  budgets: ({ host, eventId }) => ({
    [`account:${host.id}`]: 20,
    [`event:${eventId}`]: 5,
    [`codes:${eventId}`]: 5,
    "prefix:49": 5_000,
    all: 10_000,
  }),
};

const message: TextKind = {
  kind: "broadcast",
  purpose: "host",
  tier: "pro",
  async cause({ host, eventId }) {
    const body = { channel: "sms", body: "News", audience: "everyone", mode: "send_now" };
    const response = await send(requestBy(host, "POST", `/events/${eventId}/messages`, body));
    await dispatchMessages();
    return response;
  },
  budgets: ({ host, eventId }) => ({
    [`account:${host.id}`]: 1_000,
    [`event:${eventId}`]: 1_000,
    "prefix:49": 5_000,
    all: 10_000,
  }),
};

const KINDS = [
  ["a code", code],
  ["a message to guests", message],
] as const;

/** A scene whose "address" is the guest's number. */
async function phoneScene({ tier }: TextKind): Promise<Scene> {
  const scene = await sceneOf("guest", tier);
  const phone = freshPhone();
  await run("update guests set phone = ? where event_id = ? and id = ?", phone, scene.eventId, scene.guestId);
  return { ...scene, email: phone };
}

/** Puts an obstacle of the guest's email address, or of the host. */
const putBefore = (obstacle: Obstacle, scene: Scene) => put(obstacle, { ...scene, email: scene.guestEmail });

const stopped = (phone: string) => run("insert into sms_opt_outs values (?, '+15005550006', 1)", phone);

/** A text message obeys the budget and the pause of its host and the counter of its requests, and no suppression of an address. */
function stopOf(obstacle: Obstacle, { purpose, askedBy }: TextKind): Stop | null {
  if (obstacle === "a spent counter of requests with a link") return askedBy === "link" ? "counter" : null;
  const row = TABLE[purpose];
  if (obstacle === "a paused host") return row.hostPaused === "refused" ? "sending_paused" : null;
  const isBudget = obstacle === "a spent budget" || obstacle === "too many lost addresses";
  return isBudget && row.budget === "counted and refused" ? "sending_limit" : null;
}

async function outcomeAt(kind: TextKind, scene: Scene) {
  const [texts, { stored }] = await Promise.all([textsTo(scene.email), outcomeOf(kind.kind, scene)]);
  return { arrived: texts.length, stored };
}

const sent = ({ kind, purpose }: TextKind) => ({
  arrived: 1,
  stored: [{ kind, purpose, channel: "sms", status: "sent", reason: null }],
});

async function scenesOf(kind: TextKind): Promise<Scenes> {
  const made = OBSTACLES.map(async (obstacle) => [obstacle, await phoneScene(kind)] as const);
  return Object.fromEntries(await Promise.all(made)) as Scenes;
}

const statusesFor = (kind: TextKind) => {
  const statusOf = (stop: Stop | null) => {
    if (stop === "counter") return 429;
    if (stop === "sending_paused") return 403;
    return kind === code ? 202 : 201;
  };
  return Object.fromEntries(OBSTACLES.map((obstacle) => [obstacle, statusOf(stopOf(obstacle, kind))]));
};

describe("text message", () => {
  test.each(KINDS)(
    "obeys the budget, the pause and the counter of its purpose, and no suppression of an address: %s",
    async (_, kind) => {
      const scenes = await scenesOf(kind);
      await each(scenes, (scene, obstacle) => putBefore(obstacle, scene));
      const statuses = await each(scenes, async (scene) => (await kind.cause(scene)).status);
      await deliver();
      expect(statuses).toEqual(statusesFor(kind));
      expect(await each(scenes, (scene) => outcomeAt(kind, scene))).toEqual(
        Object.fromEntries(
          OBSTACLES.map((obstacle) => [
            obstacle,
            stopOf(obstacle, kind) === null ? sent(kind) : { arrived: 0, stored: [] },
          ]),
        ),
      );
    },
  );

  test.each(KINDS)("reads again what has changed since the request: %s", async (_, kind) => {
    const scenes = await scenesOf(kind);
    await each(scenes, (scene) => kind.cause(scene));
    await each(scenes, (scene, obstacle) => putBefore(obstacle, scene));
    await deliver();
    const waits = [{ kind: kind.kind, purpose: kind.purpose, channel: "sms", status: "pending", reason: null }];
    expect(await each(scenes, (scene) => outcomeAt(kind, scene))).toEqual(
      Object.fromEntries(
        OBSTACLES.map((obstacle) => [
          obstacle,
          // The request has counted it in the budget.
          stopOf(obstacle, kind) === "sending_paused" ? { arrived: 0, stored: waits } : sent(kind),
        ]),
      ),
    );
  });

  test.each(KINDS)("stops at a number that replied STOP, before or after the request: %s", async (_, kind) => {
    const [before, after] = [await phoneScene(kind), await phoneScene(kind)];
    await stopped(before.email);
    const refused = await kind.cause(before);
    await kind.cause(after);
    await stopped(after.email);
    await deliver();
    const row = { kind: kind.kind, purpose: kind.purpose, channel: "sms" };
    const suppressed = { arrived: 0, stored: [{ ...row, status: "suppressed", reason: "unsubscribed" }] };
    const refusal = { arrived: 0, stored: [] };
    expect(refused.status).toBe(kind === code ? 409 : 201);
    expect(await outcomeAt(kind, before)).toEqual(kind === code ? refusal : suppressed);
    expect(await outcomeAt(kind, after)).toEqual(suppressed);
    for (const scope of Object.keys(kind.budgets(after))) expect([scope, await countOf(scope)]).toEqual([scope, 0]);
  });
});

const HOUR = () => Math.floor(Date.now() / HOUR_MS);

async function countOf(scope: string): Promise<number> {
  const counted = env.DB.prepare("select coalesce(sum(count), 0) as n from text_counts where scope = ?").bind(scope);
  return (await counted.first<number>("n")) ?? 0;
}

const use = (scope: string, hour: number, segments: number) =>
  run("insert into text_counts (scope, hour, count) values (?, ?, ?)", scope, hour, segments);

describe("budget of segments of text messages", () => {
  test.each(KINDS)("stops a message in the 24 hours of its segments, and no later one: %s", async (_, kind) => {
    const { budgets } = kind;
    const first = await phoneScene(kind);
    for (const [scope, limit] of Object.entries(budgets(first))) {
      await run("delete from text_counts");
      const [full, ended, free] = [await phoneScene(kind), await phoneScene(kind), await phoneScene(kind)];
      const isShared = scope.startsWith("prefix") || scope === "all";
      const scopeOf = (scene: Scene) => Object.keys(budgets(scene))[Object.keys(budgets(first)).indexOf(scope)] ?? "";
      const hour = HOUR();
      await use(scopeOf(full), hour - 22, limit);
      const refused = await kind.cause(full);
      await deliver();
      expect([scope, refused.status, (await textsTo(full.email)).length]).toEqual([
        scope,
        kind === code ? 409 : 201,
        0,
      ]);
      if (isShared) await run("delete from text_counts");
      await use(scopeOf(ended), hour - 24, limit);
      await use(scopeOf(free), hour - 22, limit - (isShared ? 2 : 1));
      for (const scene of [ended, free]) expect((await kind.cause(scene)).status).toBeLessThan(300);
      await deliver();
      const arrived = await Promise.all([ended, free].map(async ({ email }) => (await textsTo(email)).length));
      expect([scope, arrived]).toEqual([scope, [1, 1]]);
    }
  });

  test.each(KINDS)("has a message back that the provider has refused: %s", async (_, kind) => {
    const scene = await phoneScene(kind);
    await setMailFaults({ only_to: scene.email, refuse: [scene.email] });
    try {
      await kind.cause(scene);
      await deliver();
    } finally {
      await clearMailFaults(scene.email);
    }
    // The provider's double says that the number has replied STOP.
    const outcome =
      kind === code
        ? { status: "failed", reason: expect.stringMatching(/21610/) }
        : { status: "suppressed", reason: "unsubscribed" };
    expect((await outcomeAt(kind, scene)).stored).toMatchObject([outcome]);
    for (const scope of Object.keys(kind.budgets(scene))) expect([scope, await countOf(scope)]).toEqual([scope, 0]);
  });

  test.each(KINDS)("counts a message whose outcome is unclear: %s", async (_, kind) => {
    const scene = await phoneScene(kind);
    await setMailFaults({ only_to: scene.email, drop_every: 1, drop_at: "answer" });
    try {
      await kind.cause(scene);
      await deliver();
    } finally {
      await clearMailFaults(scene.email);
    }
    expect(await textsTo(scene.email)).not.toEqual([]);
    for (const scope of Object.keys(kind.budgets(scene))) expect([scope, await countOf(scope)]).toEqual([scope, 1]);
  });
});
