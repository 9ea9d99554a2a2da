import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSealedCode, sealCode } from "../../../src/features/checkin/sealed-code.ts";
import { fromBase64Url, toBase64Url } from "../../../src/kernel/bytes.ts";
import { createKeyring } from "../../../src/kernel/keyring.ts";
import { signId } from "../../../src/kernel/signed-id.ts";

const SECRET = "a platform secret that only the tests know";
const NEXT = "the platform secret that came after the first";
const keysOf = (...[first = SECRET, ...earlier]: string[]) => createKeyring([first, ...earlier]).keysFor("door_code");
const names = fc.record({ eventId: fc.uuid(), guestId: fc.uuid(), tokenId: fc.uuid() });

describe("a sealed door code", () => {
  it("names the guest, and the ends of the event's and the link's ids, in 43 characters", async () => {
    const keys = await keysOf();
    await fc.assert(
      fc.asyncProperty(names, async (named) => {
        const code = await sealCode(keys, named);
        expect(code).toMatch(/^[\w-]{43}$/);
        expect(await sealCode(keys, named)).toBe(code);
        const { guestId } = named;
        const [eventEnding, linkEnding] = [named.eventId.slice(-4), named.tokenId.slice(-6)];
        expect(await openSealedCode(keys, code)).toEqual({ guestId, eventEnding, linkEnding });
      }),
    );
  });

  it("does not open when any bit of it is changed", async () => {
    const keys = await keysOf();
    await fc.assert(
      fc.asyncProperty(names, fc.nat(255), async (named, bit) => {
        const bytes = fromBase64Url(await sealCode(keys, named)) ?? new Uint8Array();
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await openSealedCode(keys, toBase64Url(bytes))).toBeNull();
      }),
    );
  });

  it("opens by the secret before the current one, and by no other", async () => {
    const named = { eventId: crypto.randomUUID(), guestId: crypto.randomUUID(), tokenId: crypto.randomUUID() };
    const code = await sealCode(await keysOf(), named);
    expect(await openSealedCode(await keysOf(NEXT, SECRET), code)).toMatchObject({ guestId: named.guestId });
    expect(await openSealedCode(await keysOf(NEXT), code)).toBeNull();
  });

  it("is not what else the key may sign", async () => {
    const keys = await keysOf();
    expect(await openSealedCode(keys, await signId(keys, crypto.randomUUID()))).toBeNull();
  });
});
