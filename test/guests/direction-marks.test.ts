import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { allGuests, importCsv, preview } from "../support/guest-list.ts";

/** A name as copied from an address book, with a pair of direction marks around it, and one with a mark in it. */
const WRAPPED = "\u2068\u202aAnn\u202c\u2069";
const REVERSED = "Ann\u202egnp.exe";
const PROBLEM = "must not have a right-to-left override (U+202E) after “Ann”";

async function messagesOf(response: Response): Promise<string[] | undefined> {
  expect(response.status).toBe(400);
  return (await response.json<{ errors?: { message: string }[] }>()).errors?.map(({ message }) => message);
}

describe("direction marks in names", () => {
  /** @promise Guests and their file: Direction marks around a name are removed; inside, the error says which and where */
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
    const csv = `name,companions\n\u2068Ann Berg\u2069,\u2068Ben\u2069\n${REVERSED},\n`;
    const { rows } = await preview(host, event.id, csv);
    expect(await importCsv(host, event.id, csv)).toMatchObject({ imported: 1, rejected: 1 });
    expect((await allGuests(host, event.id)).map(({ name }) => name)).toContain("Ann Berg");
    expect(rows[0]).toMatchObject({ status: "valid", name: "Ann Berg", companions: [{ name: "Ben" }] });
    expect(rows[1]).toMatchObject({ status: "invalid", errors: [{ field: "name", message: PROBLEM }] });
  });

  it("names the character and its place where one is inside a name", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const path = `/events/${event.id}/guests`;
    expect(await messagesOf(await host.api("POST", path, { name: REVERSED }))).toEqual([PROBLEM]);
    expect(await messagesOf(await host.api("POST", path, { name: "A", greeting: REVERSED }))).toEqual([PROBLEM]);
    const companions = [{ name: REVERSED }];
    expect(await messagesOf(await host.api("POST", path, { name: "A", companions }))).toEqual([PROBLEM]);
    expect(await messagesOf(await host.api("PATCH", `/events/${event.id}`, { name: REVERSED }))).toEqual([PROBLEM]);
  });
});
