import type { Brand } from "../../kernel/brand.ts";
import type { EventFacts, GuestProps } from "./wording.ts";

/*
 * Data of samples, with edge cases: markup, emoji, a pale colour. Each initial value is free of side effects, so that the
 * Worker's bundle leaves samples out.
 */

export const LINK = "https://usher.example/i/AZLc5kq3fS2v0yq8mR1t7Z4xU2bN6cWd9oPeGh1KjLm";
export const UNSUBSCRIBE_URL = "https://usher.example/unsubscribe?token=sample";
export const SIGN_IN_URL = "https://usher.example/app/sign-in";
export const GUEST_NAME = "Zoë 🎉 <script>alert(1)</script>";

export const EVENT: EventFacts = {
  name: "Midsummer Dinner & Dance",
  venue: "Orangerie, Schlossstraße 12, Berlin",
  startsAt: /* @__PURE__ */ Date.UTC(2027, 5, 19, 16, 30),
  endsAt: /* @__PURE__ */ Date.UTC(2027, 5, 19, 21, 30),
  timeZone: "Europe/Berlin",
  hostName: "Ana Lindqvist",
};
export const NOTED_EVENT = { name: "Midsummer Dinner & Dance", timeZone: "Europe/Berlin", isReaders: true };

export const BRAND: Brand = { primaryColor: "#b4234a", font: "Georgia", logoUrl: null, coverUrl: null };
export const COVER_URL = "https://usher.example/uploads/cover.jpg";
/** A pale brand colour on white without images: the worst case for contrast. */
export const PALE_BRAND: Brand = { primaryColor: "#ffe45c", font: "Inter", logoUrl: null, coverUrl: null };

export const GUEST: Omit<GuestProps, "texts"> = {
  guest: { name: GUEST_NAME, greeting: null, locale: null },
  event: EVENT,
  brand: BRAND,
  link: LINK,
  unsubscribeUrl: UNSUBSCRIBE_URL,
};

/** A text that a host wrote. */
export const BODY = `Dear Zoë 🎉 <script>,

the garden opens at six, and dinner is served at half past. There is a bus from the station:
https://transit.example/lines/42?from=station&to=orangerie.

Bring a jumper — it gets cool by the lake.
Ana`;
