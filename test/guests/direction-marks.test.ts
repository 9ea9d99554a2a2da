import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { allGuests, importCsv, preview } from "../support/guest-list.ts";

/** A name as copied from an address book, with a pair of direction marks around it, and one with a mark in it. */
const WRAPPED = "\u2068\u202aAnn\u202c\u2069";
const MARKED = "Ann\u2067gnp.exe";
const PROBLEM = "must not have a right-to-left isolate (U+2067) after “Ann”";
/** Shown as `Annexe.png`. */
const REVERSED = "Ann\u202egnp.exe\u202c";

async function messagesOf(response: Response): Promise<string[] | undefined> {
  expect(response.status).toBe(400);
  return (await response.json<{ errors?: { message: string }[] }>()).errors?.map(({ message }) => message);
}

describe("direction marks in names", () => {
  it("removes them around the names of guests, companions, greetings, events and walk-ins", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: WRAPPED });
    expect(event.name).toBe("Ann");
    const fields = { name: WRAPPED, companions: [{ name: WRAPPED }], greeting: WRAPPED };
    const guest = await addGuest(host, event.id, fields);
    expect(guest).toMatchObject({ name: "Ann", companions: [{ name: "Ann" }], greeting: "Ann" });
    const walkIn = await host.api("POST", `/events/${event.id}/walk-ins`, { name: WRAPPED, arrival_count: 1 });
    expect(walkIn.status).toBe(201);
    expect(await walkIn.json()).toMatchObject({ guest: { name: "Ann" } });
    const csv = `name,companions\n\u2068Ann Berg\u2069,\u2068Ben\u2069\n${MARKED},\n${REVERSED},\n`;
    const { rows } = await preview(host, event.id, csv);
    expect(await importCsv(host, event.id, csv)).toMatchObject({ imported: 2, rejected: 1 });
    const names = (await allGuests(host, event.id)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Ann Berg", "Anngnp.exe"]));
    expect(rows[0]).toMatchObject({ status: "valid", name: "Ann Berg", companions: [{ name: "Ben" }] });
    expect(rows[1]).toMatchObject({ status: "invalid", errors: [{ field: "name", message: PROBLEM }] });
  });

  it("names the character and its place where one is inside a name", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const path = `/events/${event.id}/guests`;
    expect(await messagesOf(await host.api("POST", path, { name: MARKED }))).toEqual([PROBLEM]);
    expect(await messagesOf(await host.api("POST", path, { name: "A", greeting: MARKED }))).toEqual([PROBLEM]);
    const companions = [{ name: MARKED }];
    expect(await messagesOf(await host.api("POST", path, { name: "A", companions }))).toEqual([PROBLEM]);
    expect(await messagesOf(await host.api("PATCH", `/events/${event.id}`, { name: MARKED }))).toEqual([PROBLEM]);
  });
});
