import { describe, expect, it } from "vitest";
import type { Scope } from "../../../src/kernel/scopes.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { noticesOf } from "../../support/notice.ts";
import { makeSeatEvent } from "../../support/seats.ts";

const UNNOTIFIED = { notified: false, reason: "missing_scope" };
const NOTIFIED = { notified: true, reason: null };

/** The scopes with which a key may email guests, in addition to the scope of the change. */
const SENDING = ["invitations:send", "messages:send"] as const;

const keyWith = async (host: Host, ...scopes: Scope[]) => (await makeKey(host, { scopes })).api;

describe("API key without a scope of sending", () => {
  it("records a reply without the confirmation that it asks for", async () => {
    const host = await signedInHost();
    const { eventId, guests } = await makeEventFixture(host.id, 3);
    const record = async (at: number, ...scopes: Scope[]) => {
      const api = await keyWith(host, ...scopes);
      const path = `/events/${eventId}/guests/${guests[at]?.id}/rsvp`;
      return (await api("PUT", path, { response: "attending", notify: true })).json();
    };
    expect(await record(0, "guests:write")).toMatchObject({ response: "attending", ...UNNOTIFIED });
    for (const [at, scope] of SENDING.entries()) {
      expect(await record(at + 1, "guests:write", scope)).toMatchObject({ response: "attending", ...NOTIFIED });
      await mailTo(guests[at + 1]?.email ?? "");
    }
    expect(await mailsTo(guests[0]?.email ?? "")).toEqual([]);
  });

  it("offers a seat without an email, and publishes the offer", async () => {
    const { host, eventId, guests } = await makeSeatEvent(3, { capacity: 1, waitlist: true });
    for (const guest of guests) await guest.answer(1);
    const offer = async (at: number, ...scopes: Scope[]) => {
      const api = await keyWith(host, ...scopes);
      return (await api("POST", `/events/${eventId}/guests/${guests[at]?.id}/offer`, { force: true })).json();
    };
    expect(await offer(1, "guests:write")).toMatchObject({ seat: "offered", ...UNNOTIFIED });
    expect(await offer(2, "guests:write", "messages:send")).toMatchObject({ seat: "offered", ...NOTIFIED });
    const offered = /seat/i;
    await mailTo(guests[2]?.email ?? "", { subject: offered });
    expect((await mailsTo(guests[1]?.email ?? "")).filter(({ subject }) => offered.test(subject))).toEqual([]);
    const { items } = await (await host.api("GET", `/events/${eventId}/activity`)).json<{
      items: { type: string; guest?: { id: string } }[];
    }>();
    const told = items.filter(({ type }) => type === "waitlist.offered").map(({ guest }) => guest?.id);
    expect(told.sort()).toEqual([guests[1]?.id, guests[2]?.id].sort());
  });

  it("changes, cancels and reinstates an event without a notice", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    const change = async (method: string, path: string, body: object, ...scopes: Scope[]) => {
      const api = await keyWith(host, "events:write", ...scopes);
      return (await api(method, `/events/${eventId}${path}`, body)).json();
    };
    const moved = { venue: "Harbour", notify: true };
    expect(await change("PATCH", "", moved)).toMatchObject({ venue: "Harbour", ...UNNOTIFIED });
    expect(await change("POST", "/cancel", {})).toMatchObject({ status: "cancelled", ...UNNOTIFIED });
    expect(await change("POST", "/reinstate", {})).toMatchObject({ status: "scheduled", ...UNNOTIFIED });
    expect(await noticesOf(host, eventId)).toEqual([]);
    const quiet = { notified: false, reason: "not_requested" };
    expect(await change("PATCH", "", { venue: "Quay" })).toMatchObject(quiet);
    expect(await change("PATCH", "", { capacity: 20, notify: true })).toMatchObject({ ...quiet, reason: "no_change" });
    expect(await change("POST", "/cancel", { notify: false })).toMatchObject(quiet);
    expect(await change("POST", "/reinstate", {}, "invitations:send")).toMatchObject(NOTIFIED);
    expect(await noticesOf(host, eventId)).toHaveLength(1);
  });
});
