import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A guest who has replied twice, with the scores 17 and 23. */
async function replied() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf(fixture);
  const headers = browserHeaders();
  const at = `/events/${fixture.eventId}/guests/${id}`;
  const score = (value: number) =>
    env.DB.prepare("update rsvps set risk_score = ? where guest_id = ?").bind(value, id).run();
  const shown = [await send(answerRequest(token, { response: "attending" }, headers))];
  await score(17);
  shown.push(await send(editRequest(token, { response: "maybe" }, headers)));
  await score(23);
  shown.push(await send(openRequest(token, headers)));
  return { host, at, bodies: await Promise.all(shown.map((response) => response.text())) };
}

describe("risk_score of an RSVP", () => {
  /** @spec 2.36 "RSVP | risk_score | integer, optional" */
  it("appears to the host with the RSVP and its history, and in no response to the guest", async () => {
    const { host, at, bodies } = await replied();
    expect(await (await host.api("GET", at)).json()).toMatchObject({ rsvp: { response: "maybe", risk_score: 23 } });
    const history = await (await host.api("GET", `${at}/rsvp/history`)).json();
    expect(history).toMatchObject({ items: [{ response: "attending", risk_score: 17 }] });
    for (const body of bodies) expect(body).not.toMatch(/risk|score/);
  });

  it("becomes null once the host has recorded the RSVP, and stays with the previous version", async () => {
    const { host, at } = await replied();
    const recorded = await host.api("PUT", `${at}/rsvp`, { response: "declined" });
    expect(await recorded.json()).toMatchObject({ response: "declined", risk_score: null });
    const history = await (await host.api("GET", `${at}/rsvp/history`)).json();
    expect(history).toMatchObject({ items: [{ response: "maybe", risk_score: 23 }, { risk_score: 17 }] });
  });
});
