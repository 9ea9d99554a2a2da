import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import worker from "../../../src/worker.ts";
import { wrap } from "../../../testkit/recorded-bindings.ts";
import { signedInHost } from "../../support/account.ts";
import { type EventFixture, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { openRequest } from "../../support/guest-requests.ts";
import { warmIsolate } from "../../support/isolate.ts";
import { recordingEnv } from "../../support/recording-env.ts";

const GUESTS = 20;

/** Opens the invitations of all guests of an event at once. @returns the statuses */
async function openAll({ guests }: EventFixture, isolate: Cloudflare.Bindings): Promise<number[]> {
  return Promise.all(
    guests.map(async ({ token }) => {
      const context = createExecutionContext();
      const request = openRequest(token) as Request<unknown, IncomingRequestCfProperties>;
      const { status } = await worker.fetch(request, isolate, context);
      await waitOnExecutionContext(context);
      return status;
    }),
  );
}

/** Waits until every guest has one access, which has a score. */
async function expectOneScoredEach({ eventId, guests }: EventFixture): Promise<void> {
  await eventually(async () => {
    const { results } = await env.DB.prepare(
      "select guest_id, score from access_logs where event_id = ? and score is not null",
    )
      .bind(eventId)
      .all<{ guest_id: string }>();
    expect(results.map(({ guest_id }) => guest_id).toSorted()).toEqual(guests.map(({ id }) => id).toSorted());
  });
}

/** The paths of the engine that are called from now on. */
function watchEngine(): string[] {
  const paths: string[] = [];
  const realFetch = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    paths.push(new URL(input instanceof Request ? input.url : input).pathname);
    return realFetch(input, init);
  });
  onTestFinished(() => spy.mockRestore());
  return paths;
}

describe("a crowd that opens its invitations at once", () => {
  /** @promise What a guest does: Guests who open their links at once share calls to database and engine, and each access is logged and scored */
  it("shares calls to database and engine, and each access is logged and scored", async () => {
    const fixture = await makeEventFixture((await signedInHost({ tier: "business" })).id, GUESTS);
    const { env: isolate, recorder } = recordingEnv();
    warmIsolate(isolate);
    const engine = watchEngine();
    const logging = () =>
      recorder.calls.filter(
        ({ input }) => input.target === "d1" && input.statements.some(({ sql }) => sql.includes('into "access_logs"')),
      );
    expect(await openAll(fixture, isolate)).toEqual(Array(GUESTS).fill(200));
    expect(logging().length).toBeLessThan(GUESTS / 2);
    expect(engine.filter((path) => path.endsWith("/ScoreBatch"))).not.toEqual([]);
    expect(engine.filter((path) => path.endsWith("/Score")).length).toBeLessThan(GUESTS / 2);
    await expectOneScoredEach(fixture);
  });

  it("is let in when a shared call fails for a reason that is not everybody's, with one log each", async () => {
    const fixture = await makeEventFixture((await signedInHost({ tier: "business" })).id, GUESTS);
    const { env: recorded } = recordingEnv();
    let refused = 0;
    const isolate = {
      ...recorded,
      DB: wrap(recorded.DB, {
        withSession(constraint: string) {
          const session = recorded.DB.withSession(constraint);
          return wrap(session, {
            batch(statements: D1PreparedStatement[]) {
              // The three statements of one request.
              if (statements.length <= 3) return session.batch(statements);
              refused += 1;
              return Promise.reject(new Error("D1_ERROR: CHECK constraint failed: SQLITE_CONSTRAINT"));
            },
          });
        },
      }),
    };
    warmIsolate(isolate);
    expect(await openAll(fixture, isolate)).toEqual(Array(GUESTS).fill(200));
    expect(refused).toBeGreaterThan(0);
    await expectOneScoredEach(fixture);
  });
});
