import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { postRequest } from "../support/auth.ts";
import { stopScheduler } from "../support/broadcast.ts";
import { askForCode } from "../support/challenges.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { deliver, send } from "./purposes/lab.ts";
import { run, sceneOf } from "./purposes/scene.ts";

beforeEach(stopScheduler);

const HOUR_SECONDS = 3_600;

/** Stops the clock, and moves it. */
function stoppedClock() {
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  return {
    pass(ms: number) {
      now += ms;
    },
  };
}

/** A mailbox that many hosts have invited, each to another event. */
async function mailboxOf(hosts: number) {
  const email = `often-${crypto.randomUUID()}@example.com`;
  const scenes = await Promise.all(
    Array.from({ length: hosts }, async () => {
      const scene = await sceneOf("guest", "free");
      await run(
        "update guests set email = ?1, email_key = ?1, delivery_status = 'sent' where event_id = ?2",
        email,
        scene.eventId,
      );
      return scene;
    }),
  );
  const tokens = scenes.map(({ token }) => token);
  return { email, tokens };
}

const editLink = (token: string) =>
  send(
    new Request(`https://usher.test/access/${token}/request-edit-link`, {
      method: "POST",
      headers: browserHeaders(),
    }),
  );

const code = (token: string) => send(askForCode(token));

const lostLink = (email: string) => send(postRequest("/lost-link", { email }));

/** Sends requests one after another. @returns their statuses */
async function statusesOf(requests: readonly (() => Promise<Response>)[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await request()).status);
  return statuses;
}

const repeated = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

const secondsOf = (response: Response) => Number(response.headers.get("retry-after"));

describe("emails that are asked for, per address and over all hosts", () => {
  it("stop after ten codes and edit links in an hour, and after twenty in a day", async () => {
    const clock = stoppedClock();
    const { tokens } = await mailboxOf(22);
    const ask = tokens.map((token, index) => () => (index % 2 === 0 ? code(token) : editLink(token)));
    expect(await statusesOf(ask.slice(0, 10))).toEqual(repeated(10, 202));
    const late = await ask[10]?.();
    expect([late?.status, late && secondsOf(late)]).toEqual([429, HOUR_SECONDS]);
    // Rejected requests use up nothing.
    expect(await statusesOf(ask.slice(10, 16))).toEqual(repeated(6, 429));

    clock.pass(HOUR_MS + MINUTE_MS);
    expect(await statusesOf(ask.slice(10, 20))).toEqual(repeated(10, 202));
    clock.pass(HOUR_MS + MINUTE_MS);
    const last = await ask[20]?.();
    expect(last?.status).toBe(429);
    expect(last && secondsOf(last)).toBeGreaterThan(21 * HOUR_SECONDS);
    clock.pass(22 * HOUR_MS);
    expect(await statusesOf(ask.slice(20))).toEqual([202, 202]);
    await deliver();
  });

  it("count only codes that are sent: one link cannot use up those of the other hosts", async () => {
    const clock = stoppedClock();
    const { tokens } = await mailboxOf(4);
    const [first = "", ...others] = tokens;
    const again = Array.from({ length: 12 }, () => () => code(first));
    expect(await statusesOf(again)).toEqual([...repeated(3, 202), ...repeated(9, 429)]);
    const rest = others.flatMap((token) => [() => code(token), () => code(token), () => code(token)]);
    expect(await statusesOf(rest)).toEqual([...repeated(7, 202), ...repeated(2, 429)]);
    clock.pass(HOUR_MS + MINUTE_MS);
    expect(await statusesOf([...again, ...rest])).toEqual([
      ...repeated(3, 202),
      ...repeated(9, 429),
      ...repeated(7, 202),
      ...repeated(2, 429),
    ]);
    await deliver();
  });

  it("stop after three lost links in an hour, and after six in a day", async () => {
    const clock = stoppedClock();
    const { email } = await mailboxOf(1);
    const ask = () => lostLink(email);
    expect(await statusesOf([ask, ask, ask])).toEqual(repeated(3, 202));
    expect(await statusesOf([ask, ask, ask, ask])).toEqual(repeated(4, 429));
    clock.pass(HOUR_MS + MINUTE_MS);
    expect(await statusesOf([ask, ask, ask])).toEqual(repeated(3, 202));
    clock.pass(HOUR_MS + MINUTE_MS);
    const last = await ask();
    expect(last.status).toBe(429);
    expect(secondsOf(last)).toBeGreaterThan(21 * HOUR_SECONDS);
    clock.pass(22 * HOUR_MS);
    expect(await statusesOf([ask])).toEqual([202]);
    await deliver();
  });

  it("have two separate limits: neither strangers nor the guest take from the other", async () => {
    stoppedClock();
    const { email, tokens } = await mailboxOf(11);
    const ask = () => lostLink(email);
    expect(await statusesOf([ask, ask, ask, ask])).toEqual([202, 202, 202, 429]);
    expect(await statusesOf(tokens.map((token) => () => code(token)))).toEqual([...repeated(10, 202), 429]);

    const other = await mailboxOf(11);
    expect(await statusesOf(other.tokens.map((token) => () => editLink(token)))).toEqual([...repeated(10, 202), 429]);
    expect((await lostLink(other.email)).status).toBe(202);
    await deliver();
  });
});
