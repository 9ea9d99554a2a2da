import { describe, expect, it } from "vitest";
import { call, freshAddress, freshEmail, signedInHost } from "../support/account.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { NEWS } from "../support/message.ts";

const OVERRIDES = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];

/** A name that reads as another one: the characters after the override run backwards. */
const disguised = (override: string) => `Invoice ${override}fdp.exe`;

describe("names, titles and subjects", () => {
  /** @promise Answers: Names, titles and subjects contain no character that changes the direction of text */
  it("rejects a bidirectional override in every field", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const path = `/events/${event.id}`;
    const asks: [string, (text: string) => Promise<Response>][] = [
      ["name", (name) => host.api("POST", "/events", { name, event_date: event.event_date })],
      ["name", (name) => host.api("PATCH", path, { name })],
      ["venue", (venue) => host.api("PATCH", path, { venue })],
      ["name", (name) => host.api("POST", `${path}/guests`, { name })],
      ["name", (name) => host.api("PATCH", `${path}/guests/${guest.id}`, { name })],
      ["subject", (subject) => host.api("POST", `${path}/messages`, { ...NEWS, subject })],
      [
        "name",
        (name) =>
          call(
            "POST",
            "/auth/signup",
            { email: freshEmail(), password: "correct horse battery staple", name },
            { "CF-Connecting-IP": freshAddress() },
          ),
      ],
    ];
    for (const [field, ask] of asks) {
      for (const override of OVERRIDES) {
        const response = await ask(disguised(override));
        expect(response.status, `${field} U+${override.codePointAt(0)?.toString(16)}`).toBe(400);
        expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path: field }] });
      }
    }
  });

  it("rejects an override in the name of an imported guest", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const csv = `name,email\n${disguised("\u202e")},a@example.com\nAda,ada@example.com\n`;
    const report = await host.api("POST", `/events/${event.id}/guests/import`, csv, { "Content-Type": "text/csv" });
    expect(await report.json()).toMatchObject({
      imported: 1,
      rejected: 1,
      rows: [{ row: 2, errors: [{ field: "name" }] }],
    });
  });

  it("accepts right-to-left scripts with their plain marks", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: "מסיבת גן\u200f 2027" });
    expect((await addGuest(host, event.id, { name: "ليلى أحمد" })).name).toBe("ليلى أحمد");
  });
});
