import { describe, expect, it } from "vitest";
import { english } from "../../src/i18n/english.ts";
import { invitation } from "../../src/invitations/mails/invitation.ts";
import { type Brand, themeOf } from "../../src/kernel/brand.ts";
import { contrast } from "../../src/kernel/colors.ts";

const BRAND: Brand = { primaryColor: "#b4234a", font: "Georgia", logoUrl: null, coverUrl: null };
const EVENT = {
  name: "Dinner",
  venue: null,
  startsAt: Date.UTC(2027, 5, 19, 16, 30),
  endsAt: null,
  timeZone: "Europe/Berlin",
  hostName: "Ana",
};
const INVITATION = {
  texts: english(),
  guest: { name: "Zoë", greeting: null, locale: null },
  event: EVENT,
  link: "https://usher.test/i/token",
  partySize: null,
  description: null,
  deadline: null,
  hasAnswered: false,
  isAsked: true,
  words: { subject: null, body: null },
};

describe("themeOf", () => {
  it.each(["#000000", "#ffffff", "#ffe45c", "#777777", "#767676", "#ff0000", "#00f", "#123456"])(
    "returns readable colours for %s",
    (primaryColor) => {
      const { light, dark, button } = themeOf({ ...BRAND, primaryColor });
      expect(contrast(button.background, button.text)).toBeGreaterThanOrEqual(4.5);
      for (const { card, panel, page, text, muted, accent } of [light, dark]) {
        for (const ground of [card, panel, page]) {
          expect(contrast(ground, text)).toBeGreaterThanOrEqual(7);
          expect(contrast(ground, muted)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(ground, accent)).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );

  it("uses the default for a malformed or hostile value", () => {
    const hostile: Brand = {
      primaryColor: "red;background:url(https://evil.test)",
      font: "x';background:url(https://evil.test)",
      logoUrl: "javascript:alert(1)",
      coverUrl: 'https://evil.test/"onerror="alert(1)',
    };
    const theme = themeOf(hostile);
    expect(theme).toEqual(themeOf(null));
    expect(invitation({ ...INVITATION, brand: hostile }).html).not.toContain("evil");
  });

  it("shows logo and cover, and names a fallback font", () => {
    const images = { logoUrl: "https://usher.test/uploads/a.png", coverUrl: "https://usher.test/uploads/b.jpg" };
    const { html } = invitation({ ...INVITATION, brand: { ...BRAND, ...images, font: "Palatino" } });
    expect(html).toContain(`src="${images.logoUrl}"`);
    expect(html).toContain(`src="${images.coverUrl}"`);
    expect(html).toContain("&#39;Palatino Linotype&#39;, Palatino");
  });
});
