import { describe, expect, it } from "vitest";
import { readCode } from "../../src/pages/client/scan/door-code.ts";
import type { ListedGuest } from "../../src/pages/client/scan/guest-shapes.ts";
import { decideOffline, type OfflineFacts } from "../../src/pages/client/scan/offline-decision.ts";

const EVENT = "01890000-0000-7000-8000-00000000abcd";
const GUEST = "01890000-0000-7000-8000-000000000001";
const ada: ListedGuest = {
  id: GUEST,
  name: "Ada",
  table: "7",
  tags: [],
  companions: ["Ben"],
  standing: "coming",
  expected_party_size: 3,
  reasons: [],
  codes: ["hash"],
  check_in: null,
};
const code = { guestId: GUEST, isOtherEvent: false, shortCode: "code" };
const decide = (facts: Partial<OfflineFacts>) =>
  decideOffline({ code, guest: ada, isCodeCurrent: true, isOverride: false, isClosed: false, ...facts });

describe("decideOffline", () => {
  it("checks in a listed guest, even with the response maybe or none", () => {
    expect(decide({})).toEqual({ kind: "let-in", guest: ada, reasons: [] });
    const maybe = { ...ada, reasons: ["maybe"] };
    expect(decide({ guest: maybe })).toEqual({ kind: "let-in", guest: maybe, reasons: ["maybe"] });
  });

  it("asks for a decision on a declined or unknown guest and on an unlisted code", () => {
    const declined = { ...ada, reasons: ["declined"] };
    expect(decide({ guest: declined })).toMatchObject({ kind: "decide", reasons: ["declined"] });
    expect(decide({ isCodeCurrent: false })).toMatchObject({ kind: "decide", reasons: ["link_replaced"] });
    expect(decide({ guest: declined, isOverride: true })).toMatchObject({ kind: "let-in" });
    expect(decide({ guest: undefined })).toEqual({ kind: "unknown" });
  });

  it("rejects an unreadable code, another event's code, and a code after the event", () => {
    expect(decide({ code: null })).toEqual({ kind: "refuse", error: "invalid_qr" });
    expect(decide({ code: { ...code, isOtherEvent: true } })).toEqual({ kind: "refuse", error: "wrong_event" });
    expect(decide({ isClosed: true })).toEqual({ kind: "refuse", error: "qr_expired" });
    expect(decideOffline({ guest: ada, isCodeCurrent: true, isOverride: false, isClosed: true })).toMatchObject({
      kind: "let-in",
    });
  });

  it("returns when and at which door a guest was checked in, and the people still missing", () => {
    const check_in = { id: "c", checked_in_at: "2027-06-05T15:30:00Z", arrival_count: 1, by: "Robin", door: "North" };
    const decision = decide({ guest: { ...ada, check_in } });
    expect(decision).toMatchObject({
      kind: "already-in",
      checkIn: {
        id: "c",
        remaining: 2,
        checked_in_by_name: "Robin",
        door_device: { name: "North" },
        guest: { name: "Ada" },
      },
    });
    expect(decide({ guest: { ...ada, check_in: { ...check_in, door: null } } })).toMatchObject({
      checkIn: { checked_in_by_name: "Robin", door_device: null },
    });
  });
});

describe("readCode", () => {
  const shortCode = Buffer.from(`${GUEST.replaceAll("-", "")}abcd${"00".repeat(14)}`, "hex").toString("base64url");
  const jwtWith = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;

  it("returns the guest of a short code, and whether it is for another event", () => {
    expect(readCode(shortCode, EVENT)).toEqual({ guestId: GUEST, isOtherEvent: false, shortCode });
    expect(readCode(shortCode, GUEST)).toEqual({ guestId: GUEST, isOtherEvent: true, shortCode });
  });

  it("reads a JWT by the short code in its `jti`", () => {
    const claims = { event_id: GUEST, guest_id: EVENT, exp: 1, jti: shortCode };
    expect(readCode(jwtWith(claims), EVENT)).toEqual({ guestId: GUEST, isOtherEvent: false, shortCode });
    expect(readCode(jwtWith(claims), GUEST)).toEqual({ guestId: GUEST, isOtherEvent: true, shortCode });
  });

  it.each([
    "",
    "hello",
    "a.b.c",
    "x".repeat(5_000),
    "ü".repeat(43),
    `${shortCode}=`,
    ...[{ guest_id: GUEST }, { jti: 5 }, { jti: `${shortCode}=` }, { jti: GUEST }].map(jwtWith),
  ])("returns null for %j", (text) => {
    expect(readCode(text, EVENT)).toBeNull();
  });
});
