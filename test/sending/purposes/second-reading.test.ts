import { beforeAll, expect, test } from "vitest";
import { BULK_KINDS } from "../../../src/messaging/broadcasts/channel.ts";
import { MAIL_KINDS } from "../../../src/platform/mail/draft.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { cause, isMessage, KINDS, type Kind, scenesOf } from "./kinds.ts";
import { deliver } from "./lab.ts";
import { each, type Outcome, outcomeOf, put } from "./scene.ts";
import { OBSTACLES, type Obstacle, STOPS, type Stop } from "./table.ts";

beforeAll(stopScheduler);

const WAITING = { status: "pending", reason: null };

test("lists every kind of email", () => {
  const played = Object.values(KINDS).map(({ kind }) => kind);
  expect(new Set(played)).toEqual(new Set([...MAIL_KINDS, ...BULK_KINDS]));
});

/** The reason that stops an email if the obstacle comes after its request, which has counted it. */
function stopOf(obstacle: Obstacle, kind: Kind): Stop | null {
  const isBudget = obstacle === "a spent budget" || obstacle === "too many lost addresses";
  const isCounter = obstacle.startsWith("a spent counter");
  if ((isBudget && kind.isReserved) || (isCounter && !kind.isReadLate)) return null;
  return STOPS[obstacle](kind);
}

/** The outcome that the table demands: a single email is dropped, and a message to guests of a paused host waits. */
function demanded({ kind, purpose, isReadLate }: Kind, stop: Stop | null): Outcome {
  const row = { kind, purpose, channel: "email" };
  if (stop === null) return { arrived: 1, stored: [{ ...row, status: "sent", reason: null }] };
  if (isReadLate) return { arrived: 0, stored: [] };
  const waits = isMessage(kind) && stop === "sending_paused";
  return { arrived: 0, stored: [{ ...row, ...(waits ? WAITING : { status: "suppressed", reason: stop }) }] };
}

/** @spec 2.80 "Unsubscribe entry | case-insensitive email; emails here are suppressed from sending" */
test.each(Object.entries(KINDS))("reads before sending what stops this email: %s", async (_, kind) => {
  const scenes = await scenesOf(kind, kind.isPaid ? "pro" : "free", OBSTACLES);
  await each(scenes, (scene) => cause(kind, scene));
  await each(scenes, (scene, obstacle) => put(obstacle, scene));
  await deliver();
  expect(await each(scenes, (scene) => outcomeOf(kind.kind, scene))).toEqual(
    Object.fromEntries(OBSTACLES.map((obstacle) => [obstacle, demanded(kind, stopOf(obstacle, kind))])),
  );
});
