import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { misspeltPlaceholders } from "../../../src/events/placeholders/misspelt-placeholders.ts";
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
  guest_name: value,
  first_name: value,
  event_name: value,
  event_date: value,
  days_away: value,
  reply_by: value,
  venue: value,
  rsvp_link: value,
});

describe("fillPlaceholders", () => {
  it("replaces placeholders by each recipient's values, and changes nothing else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[^{},]*$/), fc.constantFrom(...PLACEHOLDERS))),
        values,
        (parts, filled) => {
          const own = Object.fromEntries(
            Object.entries(filled).map(([name, text]) => [name, text || "x"]),
          ) as typeof filled;
          const written = parts.map(([before, name]) => `${before}{{${name}}}`).join("");
          const expected = parts.map(([before, name]) => before + own[name]).join("");
          expect(fillPlaceholders(written, own)).toBe(expected);
        },
      ),
    );
  });

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

  it.each([
    ["{{event_name}} on {{event_date}}, {{venue}}.", "Gala on Friday."],
    ["{{event_name}} on {{event_date}}, at {{venue}}.", "Gala on Friday."],
    ["Gala (at {{venue}}) on {{event_date}}", "Gala on Friday"],
    ["Gala ({{event_date}}, {{venue}})", "Gala (Friday)"],
    ["Gala [{{venue}}]!", "Gala!"],
    ["See you at {{event_name}} at {{venue}} on {{event_date}}.", "See you at Gala on Friday."],
    ["At {{venue}}, doors open at six.", "Doors open at six."],
    ["{{venue}}, {{event_date}}", "Friday"],
    ["{{venue}}: what to bring", "What to bring"],
    ["{{event_date}} · {{venue}} · 18:00", "Friday · 18:00"],
    ["{{event_date}} – {{venue}}", "Friday"],
    ["Hi\n\nWhere: {{venue}}\nWhen: {{event_date}}", "Hi\n\nWhen: Friday"],
    ["Hi\n\n📍 {{venue}}\n\nBye", "Hi\n\nBye"],
    ["Where: {{venue}}, when: {{event_date}}", "when: Friday"],
    ["See you. The venue is {{venue}}. Bye.", "See you. Bye."],
    ["{{venue}} is our place. Bye.", "Bye."],
    ["Wir feiern in der {{venue}}!", "Wir feiern!"],
    ["Rendez-vous à l’{{venue}} vendredi", "Rendez-vous vendredi"],
    ["Ci vediamo nell'{{venue}} venerdì", "Ci vediamo venerdì"],
    ["Nos vemos en la {{venue}}.", "Nos vemos."],
    ["Tot ziens in het {{venue}}.", "Tot ziens."],
    ["Spotykamy się w {{venue}} w piątek", "Spotykamy się w piątek"],
    ["Até já no {{venue}}!", "Até já!"],
    ["Cuma günü {{venue}}'da buluşalım", "Cuma günü buluşalım"],
    ["{{venue}}で会いましょう", "会いましょう"],
    ["我们在{{venue}}见。", "我们见。"],
    ["نلتقي في {{venue}} يوم الجمعة", "نلتقي يوم الجمعة"],
    ['Come to "{{venue}}" or to *{{venue}}* on {{event_date}}', "Come or on Friday"],
    ["📍 {{venue}} 🗓 {{event_date}}", "🗓 Friday"],
    ["The venue is {{venue}}, {{event_date}}.", "Friday."],
    ["Where:\n{{venue}}\nWhen:\n{{event_date}}", "When:\nFriday"],
    ["Details:\n{{venue}}\n{{event_date}}", "Details:\nFriday"],
    ["Hola, {{first_name}}:\n{{venue}}\n\nHasta pronto", "Hola, Ada:\n\nHasta pronto"],
    ["That was it.\n\nSee you!", "That was it.\n\nSee you!"],
  ])("removes a missing value with its phrase: %j", (written, expected) => {
    const own = { event_name: "Gala", event_date: "Friday", days_away: "tomorrow", reply_by: "Reply by Monday." };
    const values = {
      ...own,
      guest_name: "Ada Host",
      first_name: "Ada",
      venue: "",
      rsvp_link: "https://usher.test/i/a",
    };
    expect(fillPlaceholders(written, values)).toBe(expected);
    expect(fillTextMessage(written, values)).toBe(expected);
  });

  it("keeps the phrase of a value, and every text without placeholders", () => {
    const own = { event_name: "Gala", event_date: "Friday", days_away: "tomorrow", reply_by: "Reply by Monday." };
    const values = { ...own, guest_name: "Ada Host", first_name: "Ada", venue: "Town hall", rsvp_link: "" };
    expect(fillPlaceholders("Gala (at {{venue}}), where: {{venue}}.", values)).toBe(
      "Gala (at Town hall), where: Town hall.",
    );
    fc.assert(
      fc.property(fc.string(), (plain) => {
        fc.pre(!/[{}\0]/.test(plain));
        expect(fillPlaceholders(plain, { ...values, venue: "" })).toBe(plain);
      }),
    );
  });

  it("fills a text of 200,000 characters, whatever surrounds a missing value", () => {
    // Work that grows with the square of the length would reach the test's timeout.
    const own = { event_name: "Gala", event_date: "Friday", days_away: "tomorrow", reply_by: "Reply by Monday." };
    const values = { ...own, guest_name: "Ada Host", first_name: "Ada", venue: "", rsvp_link: "" };
    const texts = [" ", "at the ", "a, ", "(", "{{venue}} ", "a. "].map((part) => part.repeat(200_000 / part.length));
    for (const written of texts) {
      expect(fillPlaceholders(`${written}{{venue}}x`, values)).toMatch(/x$/i);
    }
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

describe("misspeltPlaceholders", () => {
  it.each([
    ["{guest_name}", "guest_name"],
    ["[guest_name]", "guest_name"],
    ["[[guest_name]]", "guest_name"],
    ["[Venue]", "venue"],
    ["<guest_name>", "guest_name"],
    ["<<guest_name>>", "guest_name"],
    ["<%= first_name %>", "first_name"],
    ["{% first_name %}", "first_name"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: another program's placeholder
    ["${first_name}", "first_name"],
    ["{{guest_name}", "guest_name"],
    ["{guest_name}}", "guest_name"],
    ["{{guest_name", "guest_name"],
    ["guest_name}}", "guest_name"],
    ["{{venue}]", "venue"],
    ["{{{guest_name}}}", "guest_name"],
    ["｛｛guest_name｝｝", "guest_name"],
    ["｛venue｝", "venue"],
    ["【guest_name】", "guest_name"],
    ["«guest_name»", "guest_name"],
    ["(guest_name)", "guest_name"],
    ["{{Guest Name}}", "guest_name"],
    ["{{guest-name}}", "guest_name"],
    ["{{guestName}}", "guest_name"],
    ["{{GUEST_NAME}}", "guest_name"],
    ["{{guest\\_name}}", "guest_name"],
    ["{{guest\u200b_name}}", "guest_name"],
    ["%guest_name%", "guest_name"],
    ["#event_date#", "event_date"],
    ["*|GUEST_NAME|*", "guest_name"],
    ["guest_name", "guest_name"],
    ["First_Name", "first_name"],
    ["*|FNAME|*", null],
  ])("finds %j", (written, meant) => {
    expect(misspeltPlaceholders(`Hi ${written}, hello`)).toEqual([{ written, meant }]);
    expect(misspeltPlaceholders(`{{event_name}}\n${written}\n{{venue}}`)).toEqual([{ written, meant }]);
  });

  it.each([
    "({{venue}}), [{{venue}}], <{{rsvp_link}}>, {{ first_name }}",
    "{{guest_name}}{{venue}}",
    "The venue (see below) [sic] {smile} <3 <b>",
    "**Venue**, *venue*, _venue_, «venue», (venue), (guest name), 【会場】",
    "| venue | event date |",
    "50% venue, 20% reply by Friday",
    "https://forms.example/?first_name={{first_name}}&answers[first_name]={{first_name}}",
    "https://forms.example/event_date/#guest_name, rsvp_links, my_event_date",
    "{{nope}}",
    "*|*",
  ])("finds nothing in %j", (written) => {
    expect(misspeltPlaceholders(written)).toEqual([]);
  });

  it("finds nothing in 200,000 brackets and words, and a name once", () => {
    // Work that grows with the square of the length would reach the test's timeout.
    for (const part of ["{", "{{guest ", "[(", "venue ", "%", " "]) {
      expect(misspeltPlaceholders(part.repeat(200_000 / part.length)), part).toEqual([]);
    }
    expect(misspeltPlaceholders("guest_name ".repeat(20_000))).toHaveLength(1);
  });
});
