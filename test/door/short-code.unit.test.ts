import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShortCode, signShortCode, verifyShortCode } from "../../src/invitations/door-code/short-code.ts";
import { fromBase64Url, toBase64Url } from "../../src/kernel/bytes.ts";
import { createKeyring } from "../../src/kernel/keyring.ts";
import { signId } from "../../src/kernel/signed-id.ts";

const SECRET = "a platform secret that only the tests know";
const NEXT = "the platform secret that came after the first";
const keysOf = (...[first = SECRET, ...earlier]: string[]) => createKeyring([first, ...earlier]).keysFor("door_code");
const names = fc.record({ eventId: fc.uuid(), guestId: fc.uuid(), tokenId: fc.uuid() });

describe("signShortCode and verifyShortCode", () => {
  it("encodes the guest and the ends of the event's and the link's IDs in 43 characters", async () => {
    const keys = await keysOf();
    await fc.assert(
      fc.asyncProperty(names, async (named) => {
        const code = await signShortCode(keys, named);
        expect(code).toMatch(/^[\w-]{43}$/);
        expect(await signShortCode(keys, named)).toBe(code);
        const { guestId } = named;
        const [eventEnding, linkEnding] = [named.eventId.slice(-4), named.tokenId.slice(-6)];
        expect(await verifyShortCode(keys, code)).toEqual({ guestId, eventEnding, linkEnding });
        expect(readShortCode(code)).toEqual({ guestId, eventEnding, linkEnding });
      }),
    );
  });

  it("rejects a code with any changed bit", async () => {
    const keys = await keysOf();
    await fc.assert(
      fc.asyncProperty(names, fc.nat(255), async (named, bit) => {
        const bytes = fromBase64Url(await signShortCode(keys, named)) ?? new Uint8Array();
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await verifyShortCode(keys, toBase64Url(bytes))).toBeNull();
      }),
    );
  });

  it("accepts a code of the previous secret, and of no other", async () => {
    const named = { eventId: crypto.randomUUID(), guestId: crypto.randomUUID(), tokenId: crypto.randomUUID() };
    const code = await signShortCode(await keysOf(), named);
    expect(await verifyShortCode(await keysOf(NEXT, SECRET), code)).toMatchObject({ guestId: named.guestId });
    expect(await verifyShortCode(await keysOf(NEXT), code)).toBeNull();
  });

  it("rejects other texts that the key signs", async () => {
    const keys = await keysOf();
    expect(await verifyShortCode(keys, await signId(keys, crypto.randomUUID()))).toBeNull();
  });
});
