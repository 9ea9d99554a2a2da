import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { responseProblems } from "../../testkit/fuzz/check-response.ts";
import { type Operation, readOperations } from "../../testkit/fuzz/document.ts";
import { mutate } from "../../testkit/fuzz/mutate.ts";
import { withPrototypeNames } from "../../testkit/fuzz/prototype-names.ts";
import { type Draft, toWire, type WireRequest, type WireResponse } from "../../testkit/fuzz/request.ts";
import { generateValue } from "../../testkit/fuzz/values.ts";
import { signAsStripe, stripeReport } from "../../testkit/fuzz/webhooks.ts";
import { openRandom, type Random } from "../../testkit/random.ts";
import { call, freshAddress, type Host, signedInHost } from "../support/account.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { rounds, share } from "../support/rounds.ts";

/** A short version of `npm run bench -- fuzz`: as many variants of each operation as take a few seconds in all. */
const ROUNDS = rounds(3);
const SEED = 20;

/** Reports of the payment provider, whose webhook has its secret in these tests. */
const REPORTS: Record<string, Pick<Draft, "body" | "sign">> = {
  applyReport: {
    body: stripeReport("customer.subscription.updated", {
      id: "sub_fuzz",
      object: "subscription",
      customer: "cus_fuzz",
      status: "active",
      metadata: { user_id: crypto.randomUUID() },
      items: { data: [{ price: { id: "price_pro" } }] },
    }),
    sign: signAsStripe("whsec_test_usher"),
  },
};

/** A request that satisfies the schemas, for an existing event. */
function draftOf(operation: Operation, host: Host, fixture: EventFixture, random: Random): Draft {
  const { id, token } = firstOf(fixture);
  const report = REPORTS[operation.id];
  const schema = operation.body["application/json"];
  const body = schema ? { kind: "json" as const, value: generateValue(schema, random) } : { kind: "none" as const };
  return {
    operation,
    path: { eventId: fixture.eventId, guestId: id, token },
    query: [],
    headers: [
      ["CF-Connecting-IP", freshAddress()],
      ["Authorization", `Bearer ${host.token}`],
    ],
    body,
    ...report,
    secrets: [host.token, token],
    isSpent: false,
    colleagues: [host.token],
  };
}

/** The answer, or null if `fetch` does not send such a request. */
async function answerTo({ method, target, headers, body }: WireRequest): Promise<WireResponse | null> {
  let request: Request;
  try {
    const isBare = method === "GET" || method === "HEAD";
    request = new Request(`https://usher.test${target}`, { method, headers, body: isBare ? null : body });
  } catch {
    return null;
  }
  const response = await exports.default.fetch(request);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
}

describe("random requests", () => {
  it("returns a response that the document describes, with no 5xx and no internals", { tags: "rounds" }, async () => {
    const operations = readOperations(await (await call("GET", "/openapi.json")).text());
    const host = await signedInHost({ tier: "business" });
    const problems = new Set<string>();
    let checked = 0;
    for (const [place, operation] of operations.entries()) {
      const random = openRandom(SEED + place * 7_919);
      // One for each operation, so that none uses an event that another has deleted.
      const fixture = await makeEventFixture(host.id, 1);
      const others = { ids: [fixture.hostId, firstOf(fixture).tokenId], bearers: [firstOf(fixture).token, "a.b.c"] };
      const drafts = Array.from({ length: ROUNDS }, () => draftOf(operation, host, fixture, random));
      if (operation.id === "deleteAccount") for (const { headers } of drafts) headers.length = 1;
      const mutated = drafts.map((draft) => mutate(draft, random, others).wire);
      const named = share(drafts.slice(0, 1).flatMap(withPrototypeNames), place).map(toWire);
      for (const wire of [...mutated, ...named]) {
        const answer = await answerTo(wire);
        if (answer === null) continue;
        const faults = responseProblems({ operations, wire, secrets: drafts[0]?.secrets ?? [], answer });
        for (const fault of faults) problems.add(`${operation.id}: ${fault}`);
        checked += 1;
      }
    }
    expect([...problems]).toEqual([]);
    expect(checked).toBeGreaterThan(operations.length * ROUNDS);
  });
});
