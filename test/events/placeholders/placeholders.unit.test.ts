import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fillPlaceholders,
  fillTextMessage,
  PLACEHOLDERS,
  unknownPlaceholders,
} from "../../../src/events/placeholders/placeholders.ts";
import { smsSegments } from "../../../src/kernel/sms-segments.ts";

const piece = fc.oneof(
  fc.constantFrom(
    ...PLACEHOLDERS.map((name) => `{{${name}}}`),
    "{{ venue }}",
    ", ",
    "{",
    "}",
    "{{",
    "}}",
    "$&",
    "$1",
    "\n",
  ),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const value = fc.oneof(piece, fc.constantFrom("{{rsvp_link}}", "$`", "$$", ""));
const values = fc.record({
  ...{ guest_name: value, first_name: value, event_name: value, event_date: value, days_away: value },
  ...{ reply_by: value, venue: value, rsvp_link: value },
});

describe("fillPlaceholders", () => {
  /** @promise Messages: Placeholders become each guest's name, the event's name and date, the venue and the link */
  it("replaces placeholders by each recipient's values, and changes nothing else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[^{},]*$/), fc.constantFrom(...PLACEHOLDERS))),
        values,
        (parts, own) => {
          const written = parts.map(([before, name]) => `${before}{{${name}}}`).join("");
          const expected = parts.map(([before, name]) => before + own[name]).join("");
          expect(fillPlaceholders(written, own)).toBe(expected);
        },
      ),
    );
  });

  /** @promise Messages: Placeholders become each guest's name, the event's name and date, the venue and the link */
  it("replaces in one pass, without expanding a placeholder in a value", () => {
    fc.assert(
      fc.property(values, (own) => {
        const guest = { ...own, guest_name: "{{rsvp_link}}" };
        expect(fillPlaceholders("Dear {{guest_name}}!", guest)).toBe("Dear {{rsvp_link}}!");
      }),
    );
  });

  it("replaces every known placeholder in any text", () => {
    const plain = Object.fromEntries(PLACEHOLDERS.map((name) => [name, "x"])) as Record<
      (typeof PLACEHOLDERS)[number],
      string
    >;
    fc.assert(
      fc.property(text, (written) => {
        const filled = fillPlaceholders(written, plain);
        for (const name of PLACEHOLDERS) expect(filled).not.toContain(`{{${name}}}`);
        const unknown = unknownPlaceholders(written);
        expect(unknown.every((name) => !(PLACEHOLDERS as readonly string[]).includes(name))).toBe(true);
      }),
    );
  });

  it("removes a placeholder without a value, with the comma before it", () => {
    const named = {
      guest_name: "Ada Host",
      first_name: "Ada",
      event_name: "Gala",
      event_date: "Friday",
      days_away: "tomorrow",
      reply_by: "Reply by Monday.",
    };
    const own = { ...named, venue: "", rsvp_link: "" };
    expect(fillPlaceholders("{{event_name}} on {{event_date}}, {{venue}}.", own)).toBe("Gala on Friday.");
  });

  it("normalizes spaces and apostrophes in text messages to GSM-7, except in names", () => {
    const own = { guest_name: "D’Arcy", first_name: "", event_name: "", venue: "", rsvp_link: "" };
    const when = { event_date: "samedi 12\u00a0juin\u202f2027", days_away: "aujourd’hui", reply_by: "Merci d’avance." };
    const filled = fillTextMessage("C'est {{days_away}}, {{event_date}}. {{reply_by}}", { ...own, ...when });
    expect(filled).toBe("C'est aujourd'hui, samedi 12 juin 2027. Merci d'avance.");
    expect(smsSegments(filled).encoding).toBe("gsm7");
    expect(fillTextMessage("{{guest_name}}", { ...own, ...when })).toBe("D’Arcy");
  });
});
