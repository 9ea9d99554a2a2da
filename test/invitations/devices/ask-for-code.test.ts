import { describe, expect, it } from "vitest";
import { signedInHost } from "../../support/account.ts";
import {
  answerTo,
  askForCode,
  deviceIn,
  mailedCode,
  refusedView,
  setColumns,
  typeCode,
} from "../../support/challenges.ts";
import { type FixtureGuest, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest } from "../../support/guest-requests.ts";

/** Two guests of an event that requires no code; the host requires one from each browser of the first guest's link. */
async function askedGuest(columns: Record<string, string | null> = {}) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 2);
  const guest = firstOf(fixture);
  const other = fixture.guests[1] as FixtureGuest;
  await setColumns("events", fixture.eventId, { step_up_from: "never" });
  if (Object.keys(columns).length > 0) await setColumns("guests", guest.id, columns);
  const path = `/events/${fixture.eventId}/guests/${guest.id}`;
  const set = async (isAsked: boolean) => {
    const response = await host.api("PATCH", path, { ask_for_code: isAsked });
    expect([response.status, await response.json()]).toMatchObject([200, { ask_for_code: isAsked }]);
  };
  const isAsked = async () => (await (await host.api("GET", path)).json<{ ask_for_code: boolean }>()).ask_for_code;
  expect(await isAsked()).toBe(false);
  return { host, path, fixture, guest, other, set, isAsked };
}

const codeOf = async (guest: FixtureGuest, headers: Record<string, string>) => {
  expect((await answerTo(askForCode(guest.token, headers))).status).toBe(202);
  const passed = await answerTo(typeCode(guest.token, await mailedCode(guest), headers));
  expect(passed.status).toBe(200);
  return { ...headers, "Usher-Device": deviceIn(passed.response) };
};

describe("`ask_for_code` of a guest", () => {
  it("requires a code from each browser of only that link, until one has entered the code", async () => {
    const { guest, other, set, isAsked } = await askedGuest();
    await set(true);
    const refused = await refusedView(guest.token, browserHeaders());
    expect(refused.body).toMatchObject({ error: "challenge_required", challenge: { channels: ["email"] } });
    const laptop = browserHeaders(LAPTOP);
    expect((await answerTo(answerRequest(guest.token, {}, laptop))).body.error).toBe("challenge_required");
    const calendar = new Request(`https://usher.test/access/${guest.token}/calendar.ics`, { headers: laptop });
    expect((await answerTo(calendar)).status).toBe(403);
    expect((await answerTo(openRequest(other.token))).status).toBe(200);

    const own = await codeOf(guest, laptop);
    expect((await answerTo(answerRequest(guest.token, {}, own))).status).toBe(201);
    expect((await answerTo(editRequest(guest.token, { plus_ones: 0 }, own))).status).toBe(200);
    expect(await isAsked()).toBe(false);
    expect((await answerTo(openRequest(guest.token))).status).toBe(200);
  });

  it("stops on a change by the host, and accepts a device that was verified before", async () => {
    const { fixture, guest, set, isAsked } = await askedGuest();
    const phone = browserHeaders();
    expect((await answerTo(answerRequest(guest.token, {}, phone))).status).toBe(201);
    await setColumns("events", fixture.eventId, { step_up_from: "block" });
    const { response } = await answerTo(openRequest(guest.token, phone));
    const own = await codeOf(guest, { ...phone, "Usher-Device": deviceIn(response) });
    await set(true);
    expect((await answerTo(openRequest(guest.token, own))).status).toBe(200);
    expect(await isAsked()).toBe(true);
    expect((await answerTo(openRequest(guest.token))).status).toBe(403);
    await set(false);
    expect((await answerTo(openRequest(guest.token))).status).toBe(200);
    expect(await isAsked()).toBe(false);
  });

  it.each([
    ["no email address and no phone", { phone: null }],
    ["only a phone in a country without text messages", { phone: "+436601234567" }],
  ])("returns 400 for a guest with %s", async (_, columns) => {
    const { path, host, isAsked } = await askedGuest({ email: null, email_key: null, ...columns });
    const response = await host.api("PATCH", path, { ask_for_code: true });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ path: "ask_for_code", message: expect.stringContaining("Add an email address first") }] },
    ]);
    expect(await isAsked()).toBe(false);
    expect((await host.api("PATCH", path, { ask_for_code: false })).status).toBe(200);
  });

  it("ignores the setting for a guest whose address was removed since", async () => {
    const { guest, set } = await askedGuest();
    await set(true);
    await setColumns("guests", guest.id, { email: null, email_key: null });
    expect((await answerTo(openRequest(guest.token))).status).toBe(200);
  });
});
