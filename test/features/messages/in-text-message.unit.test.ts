import { describe, expect, it } from "vitest";
import { readTexts } from "../../../scripts/mail-preview/read-texts.ts";
import { inTextMessage } from "../../../src/features/messages/in-text-message.ts";
import { placeholderValues } from "../../../src/features/messages/placeholder-values.ts";
import { fillPlaceholders } from "../../../src/features/messages/placeholders.ts";
import { smsSegments } from "../../../src/kernel/sms-segments.ts";

const now = Date.parse("2027-06-12T09:00:00Z");

async function french(guestName: string) {
  const event = { name: "Fête", venue: null, eventDate: Date.parse("2027-06-12T16:30:00Z"), timezone: "Europe/Paris" };
  return placeholderValues({ guestName, link: "https://usher.test/i/AZ", event }, await readTexts("fr"), now);
}

describe("the values of a text message", () => {
  it("are in the letters of every phone where they are ours", async () => {
    const values = await french("Anna");
    expect(values.days_away).toBe("aujourd’hui");
    expect(values.event_date).toContain("\u00a0");
    const text = fillPlaceholders("C'est {{days_away}} : {{event_date}}.", inTextMessage(values));
    expect(text).toBe("C'est aujourd'hui : samedi 12 juin 2027 à 18:30 (heure locale : Paris).");
    expect(smsSegments(text).encoding).toBe("gsm7");
  });

  it("are as they were written where they are a person's", async () => {
    expect(inTextMessage(await french("D’Arcy\u00a0L.")).guest_name).toBe("D’Arcy\u00a0L.");
  });
});
