import { describe, expect, it } from "vitest";
import { call, freshAddress, freshEmail, signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { allGuests, importCsv } from "../support/guest-list.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { NEWS } from "../support/message.ts";

const CONTROLS = "\u202d\u202e\u206a\u206f";
/** A text that reads as another one: the characters after the override run backwards. */
const disguised = (text: string) => `${text.slice(0, 3)}${CONTROLS}${text.slice(3)}`;
const TEXT = "Invoice fdp.exe";
const DISGUISED = disguised(TEXT);

describe("free text", () => {
  it("loses direction overrides in events, guests, notes, texts and messages", async () => {
    const host = await signedInHost({ tier: "pro" });
    const body = async (response: Promise<Response>) => {
      const answer = await response;
      expect(answer.status).toBeLessThan(300);
      return answer.json();
    };
    const texts = { name: DISGUISED, description: DISGUISED, venue: DISGUISED };
    const event = await makeEvent(host, texts);
    expect(event).toMatchObject({ name: TEXT, description: TEXT, venue: TEXT });
    const path = `/events/${event.id}`;
    const fields = {
      notes: DISGUISED,
      tags: [DISGUISED],
      table: DISGUISED,
      external_id: DISGUISED,
      greeting: DISGUISED,
    };
    const guest = await addGuest(host, event.id, { name: DISGUISED, ...fields });
    expect(guest).toMatchObject({
      name: TEXT,
      notes: TEXT,
      tags: [TEXT],
      table: TEXT,
      external_id: TEXT,
      greeting: TEXT,
    });
    const words = { invitation: { subject: DISGUISED, body: DISGUISED } };
    expect(await body(host.api("PUT", `${path}/texts`, words))).toMatchObject({
      invitation: { subject: TEXT, body: TEXT },
    });
    const message = { ...NEWS, subject: DISGUISED, body: DISGUISED };
    expect(await body(host.api("POST", `${path}/messages`, message))).toMatchObject({ subject: TEXT, body: TEXT });
    const question = { label: DISGUISED, help: DISGUISED, kind: "choice", options: [DISGUISED, "Other"] };
    expect(await body(host.api("PUT", `${path}/questions`, { items: [question] }))).toMatchObject({
      items: [{ label: TEXT, help: TEXT, options: [TEXT, "Other"] }],
    });
    expect(await body(host.api("PATCH", "/me", { name: disguised("Ada Host") }))).toMatchObject({ name: "Ada Host" });
  });

  it("loses direction overrides in searches, files and at the door", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const csv = `name,email,notes\n${DISGUISED},a@example.com,${DISGUISED}\n`;
    expect(await importCsv(host, event.id, csv)).toMatchObject({ imported: 1, rejected: 0 });
    expect(await allGuests(host, event.id)).toMatchObject([{ name: TEXT, notes: TEXT }]);
    const q = encodeURIComponent(DISGUISED);
    for (const list of [`guests?q=${q}`, `check-in/guests?q=${q}`]) {
      const found = await host.api("GET", `/events/${event.id}/${list}`);
      expect((await found.json<{ items: unknown[] }>()).items).toHaveLength(1);
    }
    const walkIn = { name: disguised("Walk-in"), arrival_count: 1 };
    expect(await (await host.api("POST", `/events/${event.id}/walk-ins`, walkIn)).json()).toMatchObject({
      guest: { name: "Walk-in" },
    });
  });

  it("loses direction overrides in the replies of guests, by API and by the page's form", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { companion_names: "optional" });
    const questions = { items: [{ label: "Diet", kind: "text" }] };
    const asked = await (await host.api("PUT", `/events/${event.id}/questions`, questions)).json<{
      items: { id: string }[];
    }>();
    const guest = await addGuest(host, event.id, { party_size: 2 });
    const { token } = await issueLink(host, event.id, guest.id);
    const id = asked.items[0]?.id ?? "";
    const reply = {
      token,
      response: "attending",
      companions: [{ name: DISGUISED }],
      answers: { [id]: `${DISGUISED}\n${DISGUISED}` },
    };
    const answered = await call("POST", "/rsvp", reply, browserHeaders());
    expect(answered.status).toBe(201);
    expect(await answered.json()).toMatchObject({
      answers: { [id]: `${TEXT}\n${TEXT}` },
      companions: [{ name: TEXT }],
    });
    const other = await addGuest(host, event.id, { party_size: 2 });
    const link = await issueLink(host, event.id, other.id);
    const fields = { response: "attending", known: "0", more: "1", "companions.0.name": DISGUISED };
    const form = new URLSearchParams({ intent: "submit", ...fields });
    expect((await call("POST", `/i/${link.token}`, form, browserHeaders())).status).toBeLessThan(400);
    const stored = await host.api("GET", `/events/${event.id}/guests/${other.id}`);
    expect(await stored.json()).toMatchObject({ rsvp: { companions: [{ name: TEXT }] } });
  });

  it("keeps right-to-left scripts with their plain marks, and rejects a name of controls alone", async () => {
    const host = await signedInHost();
    const name = "מסיבת גן\u200f 2027";
    const event = await makeEvent(host, { name });
    expect(event.name).toBe(name);
    expect((await addGuest(host, event.id, { name: "ليلى أحمد" })).name).toBe("ليلى أحمد");
    const signUp = { email: freshEmail(), password: "correct horse battery staple", name: CONTROLS };
    const refused = await call("POST", "/auth/signup", signUp, { "CF-Connecting-IP": freshAddress() });
    expect(await refused.json()).toMatchObject({ errors: [{ path: "name", message: "must not be empty" }] });
  });
});
