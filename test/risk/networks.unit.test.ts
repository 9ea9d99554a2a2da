import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInNetworks, parseNetwork } from "../../src/kernel/cidr.ts";
import { AppError } from "../../src/kernel/errors.ts";
import { readNetwork } from "../../src/risk/allowlist.ts";

/** Eight groups of an IPv6 address as numbers. */
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });

const asBigInt = (parts: readonly number[], bits: number): bigint =>
  parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n);
const keepPrefix = (value: bigint, prefix: number, width: number): bigint =>
  (value >> BigInt(width - prefix)) << BigInt(width - prefix);
const dotted = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
const colons = (value: bigint): string =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(":");

describe("parseNetwork and readNetwork: POST /events/{eventId}/security/allowlist", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8::1", "2001:db8::1/128"],
    ["2001:0db8:0000:0000:0000:0000:0000:0000/32", "2001:db8::/32"],
    ["::ffff:203.0.113.7", "203.0.113.7/32"],
    ["::ffff:203.0.113.0/120", "203.0.113.0/24"],
    ["::FFFF:cb00:7100/120", "203.0.113.0/24"],
    ["::/0", "::/0"],
  ])("parses %s as %s", (text, cidr) => {
    expect(parseNetwork(text)).toEqual({ status: "ok", cidr });
    expect(readNetwork(text)).toBe(cidr);
    expect(parseNetwork(cidr)).toEqual({ status: "ok", cidr });
  });

  it.each([
    "",
    "localhost",
    "203.0.113",
    "203.0.113.256",
    "010.0.0.1",
    "127.1",
    "0x7f.0.0.1",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113.0/024",
    "203.0.113.0/24/24",
    "203.0.113.0/255.255.255.0",
    "2001:db8::/129",
    "2001:db8:::1",
    "fe80::1%eth0",
    "203.0.113.0 /24",
    "203.0.113.0-203.0.113.9",
    "203.0.113.*",
  ])("rejects '%s'", (text) => {
    expect(parseNetwork(text)).toEqual({ status: "malformed" });
    expect(() => readNetwork(text)).toThrow(expect.objectContaining({ code: "invalid_cidr" }));
  });

  it("rejects bits beyond the prefix, and names the intended network", () => {
    const refusal = (text: string): string => {
      try {
        return readNetwork(text);
      } catch (error) {
        return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
      }
    };
    expect(refusal("203.0.113.77/24")).toContain("the network is 203.0.113.0/24");
    expect(refusal("2001:db8::1/64")).toContain("the network is 2001:db8::/64");
    expect(refusal("::ffff:203.0.113.77/120")).toContain("the network is 203.0.113.0/24");
  });

  it("equals the arithmetic result for any IPv4 address and prefix", () => {
    fc.assert(
      fc.property(octets, fc.integer({ min: 0, max: 32 }), (parts, prefix) => {
        const value = asBigInt(parts, 8);
        const network = keepPrefix(value, prefix, 32);
        const cidr = `${dotted(network)}/${prefix}`;
        expect(parseNetwork(`${dotted(value)}/${prefix}`)).toEqual({
          status: network === value ? "ok" : "host_bits",
          cidr,
        });
        expect(isInNetworks(dotted(value), [cidr])).toBe(true);
        expect(isInNetworks(`::ffff:${dotted(value)}`, [cidr])).toBe(true);
      }),
    );
  });

  it("equals the arithmetic result for any IPv6 address and prefix, and contains only its addresses", () => {
    fc.assert(
      fc.property(groups, groups, fc.integer({ min: 1, max: 128 }), (parts, others, prefix) => {
        const [value, other] = [asBigInt(parts, 16), asBigInt(others, 16)];
        // IPv4-mapped addresses have a separate property.
        fc.pre(value >> 32n !== 0xffffn && other >> 32n !== 0xffffn);
        const network = keepPrefix(value, prefix, 128);
        const parsed = parseNetwork(`${colons(value)}/${prefix}`);
        expect(parsed.status).toBe(network === value ? "ok" : "host_bits");
        const cidr = parsed.status === "malformed" ? "" : parsed.cidr;
        expect(parseNetwork(`${colons(network)}/${prefix}`)).toEqual({ status: "ok", cidr });
        expect(isInNetworks(colons(value), [cidr])).toBe(true);
        expect(isInNetworks(colons(other), [cidr])).toBe(keepPrefix(other, prefix, 128) === network);
      }),
    );
  });
});
