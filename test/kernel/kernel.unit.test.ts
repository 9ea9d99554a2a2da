import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64Url, toBase64Url } from "../../src/kernel/bytes.ts";
import { decodeCursor, encodeCursor } from "../../src/kernel/cursor.ts";
import { maskEmail } from "../../src/kernel/email-address.ts";
import { idFromBytes, idToBytes, newId, partitionOf } from "../../src/kernel/ids.ts";
import { createKeyring, type PurposeKeys } from "../../src/kernel/keyring.ts";
import { signId, verifySignedId } from "../../src/kernel/signed-id.ts";
import { slugify } from "../../src/kernel/slug.ts";
import { isTimeZone, localTimeOf, momentOf, movedWith } from "../../src/kernel/zoned-time.ts";

const SECRET = "a platform secret that only the tests know";
const keys = (secret = SECRET, purpose: "guest_token" | "edit_nonce" = "guest_token"): Promise<PurposeKeys> =>
  createKeyring([secret]).keysFor(purpose);
const anyId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(idFromBytes);

describe("newId", () => {
  it("returns UUIDs of version 7 that sort by their time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 10 ** 9 }), (at, later) => {
        const [first, second] = [newId(at), newId(at + later)];
        expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(first < second).toBe(true);
        expect(idFromBytes(idToBytes(first))).toBe(first);
      }),
    );
  });
});

describe("partitionOf", () => {
  it("returns one of 16 partitions per minute and shard, and none for two shards", () => {
    const now = Date.UTC(2027, 0, 1, 12);
    const partitions = (shard: number) => new Set(Array.from({ length: 500 }, () => partitionOf(newId(now, shard))));
    expect(partitions(0).size).toBe(16);
    expect(partitions(0).intersection(partitions(1)).size).toBe(0);
    expect(partitionOf(newId(now))).not.toBe(partitionOf(newId(now + 120_000)));
  });
});

describe("signId and verifySignedId", () => {
  it("returns 43 characters, equal for every call, that verify to the ID", async () => {
    const own = await keys();
    await fc.assert(
      fc.asyncProperty(anyId, async (id) => {
        const value = await signId(own, id);
        expect(value).toMatch(/^[\w-]{43}$/);
        expect(await signId(own, id)).toBe(value);
        expect(await verifySignedId(own, value)).toBe(id);
      }),
    );
  });

  /**
   * @spec 2.27 "Access token | value | string | HMAC-signed, format-validated, appears only in the invitation link"
   */
  it("rejects a value with any bit changed, of another secret or of another purpose", async () => {
    const own = await keys();
    const strangers = [await keys("another secret, unknown to this keyring"), await keys(SECRET, "edit_nonce")];
    await fc.assert(
      fc.asyncProperty(anyId, fc.nat(32 * 8 - 1), async (id, bit) => {
        const value = await signId(own, id);
        const bytes = fromBase64Url(value) ?? new Uint8Array();
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await verifySignedId(own, toBase64Url(bytes))).toBeNull();
        for (const stranger of strangers) expect(await verifySignedId(stranger, value)).toBeNull();
      }),
    );
  });

  it("verifies values of the previous secret, and signs with the current one", async () => {
    const old = await createKeyring([SECRET]).keysFor("guest_token");
    const both = await createKeyring(["the secret that came after the first one", SECRET]).keysFor("guest_token");
    const id = newId(1);
    expect(await verifySignedId(both, await signId(old, id))).toBe(id);
    expect(await verifySignedId(old, await signId(both, id))).toBeNull();
  });

  it("accepts only one base64url form: no padding, white space or unused bits", () => {
    expect(fromBase64Url("AAE")).toEqual(Uint8Array.of(0, 1));
    expect(fromBase64Url("")).toEqual(new Uint8Array());
    for (const text of ["AAE=", "AA E", "AAE\n", "AAF", "A", "AAEAA", "+AAA", "/AAA", "AA=="]) {
      expect(fromBase64Url(text), text).toBeNull();
    }
  });

  /** @spec 2.27 "Access token | value | string | HMAC-signed, format-validated, appears only in the invitation link" */
  it("rejects malformed values without an error", async () => {
    const own = await keys();
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await verifySignedId(own, text)).toBeNull();
      }),
    );
  });
});

describe("createKeyring", () => {
  /** @spec 5.11 "6. | the platform secret, which must be long enough (short secrets are refused at construction)." */
  it("rejects a secret under 32 bytes", () => {
    expect(() => createKeyring(["x".repeat(31)])).toThrow(RangeError);
    expect(() => createKeyring(["x".repeat(32), "short"])).toThrow(RangeError);
  });
});

describe("encodeCursor and decodeCursor", () => {
  it("restores the encoded values with their types", () => {
    const part = fc.oneof(fc.string({ maxLength: 40 }), fc.integer());
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const types = parts.map((value) => typeof value as "string" | "number");
        const cursor = encodeCursor(parts, "guests 1");
        fc.pre(cursor.length <= 256);
        expect(decodeCursor(cursor, types, "guests 1")).toEqual(parts);
        expect(decodeCursor(cursor, [...types, "string"], "guests 1")).toBeNull();
        expect(decodeCursor(cursor, types, "guests 2")).toBeNull();
      }),
    );
  });

  it("returns null for any other text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decodeCursor(text, ["string", "number"], "guests 1")).toBeNull();
      }),
    );
  });
});

describe("slugify", () => {
  it("returns a file name of plain letters and digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(slugify(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });

  it.each([
    ["Gala, the big; one", "gala-the-big-one"],
    ["Été à Zürich", "ete-a-zurich"],
    ["🎉", "event"],
    ["../../etc/passwd", "etc-passwd"],
  ])("shortens %s to %s", (name, slug) => expect(slugify(name)).toBe(slug));
});

describe("maskEmail", () => {
  it("shows only the first letters and the ending", () => {
    expect(maskEmail("ada@example.com")).toBe("a•••@e•••.com");
    expect(maskEmail("x@localhost")).toBe("x•••@l•••");
  });
});

describe("momentOf and localTimeOf", () => {
  const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Australia/Lord_Howe", "UTC"];
  const minute = fc.integer({ min: 1_000_000, max: 40_000_000 }).map((value) => value * 60_000);

  it("restores a time from its wall clock, or the earlier of two equal ones", () => {
    fc.assert(
      fc.property(minute, fc.constantFrom(...zones), (moment, zone) => {
        const back = momentOf(localTimeOf(moment, zone), zone);
        expect(localTimeOf(back, zone)).toEqual(localTimeOf(moment, zone));
        expect(back <= moment && moment - back <= 2 * 3_600_000).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("moves a skipped wall-clock time one hour later, and uses the first of two", () => {
    const at = (month: number, day: number, hour: number, minute = 30) =>
      new Date(momentOf({ year: 2026, month, day, hour, minute }, "Europe/Berlin")).toISOString();
    expect(at(3, 29, 2)).toBe("2026-03-29T01:30:00.000Z");
    expect(at(10, 25, 2)).toBe("2026-10-25T00:30:00.000Z");
    expect(at(7, 1, 8, 0)).toBe("2026-07-01T06:00:00.000Z");
  });

  it("keeps the calendar distance and the time of day of a time that moves with another, with its seconds", () => {
    fc.assert(
      fc.property(minute, minute, minute, fc.constantFrom(...zones), (moment, from, to, zone) => {
        const moved = movedWith(moment + 1_234, { from, to }, zone);
        const wall = (at: number) => {
          const { year, month, day, hour, minute: minutes } = localTimeOf(at, zone);
          return Date.UTC(year, month - 1, day, hour, minutes);
        };
        const distance = wall(moved) - wall(to) - (wall(moment) - wall(from));
        // A skipped time is later.
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(24 * 3_600_000);
        expect(moved - Math.floor(moved / 60_000) * 60_000).toBe(1_234);
        expect(movedWith(moment, { from, to: from }, "UTC")).toBe(moment);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["+02:00", false],
    ["Mars/Olympus", false],
    ["", false],
  ])("checks whether %s is a time zone", (name, known) => expect(isTimeZone(name)).toBe(known));
});
