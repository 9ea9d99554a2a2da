import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zoneFitsPlace, zoneOffsetMinutes } from "../../scoring-engine/geo/time-zone.ts";
import { parseAddress } from "../../scoring-engine/network.ts";
import { providerKind } from "../../scoring-engine/provider.ts";
import { parseUserAgent } from "../../scoring-engine/user-agent.ts";
import { AGENTS } from "./support/visits.ts";

describe("parseAddress", () => {
  it.each([
    ["8.8.8.8", "8.8.8.8", "8.8.8.0/24", "public"],
    ["::ffff:1.2.3.4", "1.2.3.4", "1.2.3.0/24", "public"],
    ["::ffff:102:304", "1.2.3.4", "1.2.3.0/24", "public"],
    ["2a02:8109:a000::1", "2a02:8109:a000:0:0:0:0:1", "2a02:8109:a000::/48", "public"],
    ["2A02:8109:A000:0:0:0:0:1", "2a02:8109:a000:0:0:0:0:1", "2a02:8109:a000::/48", "public"],
    ["192.168.1.9", "192.168.1.9", "192.168.1.0/24", "private"],
    ["100.64.3.4", "100.64.3.4", "100.64.3.0/24", "private"],
    ["fe80::1%eth0", "fe80:0:0:0:0:0:0:1", "fe80:0:0::/48", "private"],
    ["::1", "0:0:0:0:0:0:0:1", "0:0:0::/48", "private"],
  ])("parses %s", (raw, text, prefix, scope) => {
    expect(parseAddress(raw)).toMatchObject({ text, prefix, scope });
  });

  it.each(["", " ", "0.0.0.0", "::", "nonsense", "010.0.0.1", "1.2.3", "1.2.3.4.5", "::ffff:0.0.0.0"])(
    "returns no address for %j",
    (raw) => {
      expect(parseAddress(raw)).toMatchObject({ scope: "none", prefix: null });
    },
  );

  it("never throws", async () => {
    await fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (raw) => void parseAddress(raw)));
  });
});

describe("providerKind", () => {
  const at = (ip: string, asn: number | null = null, org: string | null = null, country: string | null = null) =>
    providerKind(parseAddress(ip), asn, org, country);

  it("uses the edge's facts", () => {
    expect(at("1.2.3.4", 3320, "Deutsche Telekom AG")).toBe("access");
    expect(at("1.2.3.4", 16509, "Amazon.com")).toBe("hosting");
    expect(at("1.2.3.4", 64496, "Example Hosting GmbH")).toBe("hosting");
    expect(at("1.2.3.4", 36183, "Akamai")).toBe("relay");
    expect(at("1.2.3.4", 21928, "T-Mobile USA")).toBe("mobile");
    expect(at("1.2.3.4", 14593, "SpaceX Starlink")).toBe("satellite");
    expect(at("1.2.3.4", null, null, "T1")).toBe("tor");
  });

  it("classifies no ordinary provider as hosting", () => {
    for (const org of [
      "Colombia Telecomunicaciones",
      "Google Fiber Inc.",
      "Comcast Cable",
      "Orange S.A.",
      "Bouygues",
    ]) {
      expect(at("1.2.3.4", 64496, org)).toBe("access");
    }
  });

  it("does not classify relays as hosting", () => {
    for (const ip of ["172.226.1.2", "104.28.1.2", "146.75.128.1"]) expect(at(ip)).toBe("unknown");
  });

  it("reads hosting networks in ascending order from a file that names its source", () => {
    const lines = readFileSync("scoring-engine/hosting-networks.txt", "utf8").trim().split("\n");
    expect(lines.slice(0, 3).join("\n")).toMatch(
      /Source: npm package \S+@\S+, data of \d{4}-\d\d-\d\d\n.*Licence.*CC BY/,
    );
    const ends = lines
      .filter((line) => /^\d/.test(line))
      .flatMap((range) => range.split("-"))
      .map((ip) => ip.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0));
    expect(ends.length).toBeGreaterThan(1_000);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  });

  it("knows the largest hosting networks without the edge's facts", () => {
    expect(at("188.166.10.1")).toBe("hosting");
    expect(at("52.100.1.1")).toBe("hosting");
    expect(at("142.93.255.255")).toBe("hosting");
    expect(at("84.132.10.20")).toBe("unknown");
    expect(at("2a01:4f8::1")).toBe("unknown");
  });
});

describe("parseUserAgent", () => {
  it("parses real browsers", () => {
    expect(parseUserAgent(AGENTS.iphone)).toMatchObject({ browser: "safari", version: 18, os: "ios", type: "phone" });
    expect(parseUserAgent(AGENTS.iphoneMail)).toMatchObject({ browser: "webview", os: "ios", embedded: true });
    expect(parseUserAgent(AGENTS.android)).toMatchObject({ browser: "chrome", version: 137, os: "android" });
    expect(parseUserAgent(AGENTS.windows)).toMatchObject({ browser: "chrome", os: "windows", type: "desktop" });
    expect(parseUserAgent(`${AGENTS.windows} Edg/137.0.0.0`)).toMatchObject({ browser: "edge", version: 137 });
    expect(parseUserAgent(AGENTS.windowsFirefox)).toMatchObject({ browser: "firefox", version: 139 });
  });

  it("distinguishes tools from browsers", () => {
    expect(parseUserAgent("curl/8.7.1").tool).toBe(true);
    expect(parseUserAgent("").tool).toBe(true);
    for (const agent of Object.values(AGENTS)) expect(parseUserAgent(agent).tool).toBe(false);
  });

  it("parses hostile input without hanging or throwing", async () => {
    // A pattern with catastrophic backtracking would not finish.
    for (const unit of ["(", "Version/", "Mozilla/5.0 ", "\u0000", "Chrome/1", " "])
      parseUserAgent(unit.repeat(200_000));
    await fc.assert(fc.property(fc.string(), (raw) => void parseUserAgent(raw)));
  });
});

describe("zoneOffsetMinutes and zoneFitsPlace", () => {
  const at = Date.UTC(2026, 5, 2, 10);

  it("returns an offset by zone and date", () => {
    expect(zoneOffsetMinutes("Europe/Berlin", at)).toBe(120);
    expect(zoneOffsetMinutes("Europe/Berlin", Date.UTC(2026, 0, 2))).toBe(60);
    expect(zoneOffsetMinutes("America/St_Johns", at)).toBe(-150);
    expect(zoneOffsetMinutes("UTC", at)).toBe(0);
    expect(zoneOffsetMinutes("Mars/Olympus", at)).toBeNull();
  });

  it("compares the device's time zone with the place", () => {
    expect(zoneFitsPlace("Europe/Berlin", null, "DE", at)).toBe(true);
    expect(zoneFitsPlace("Europe/Berlin", null, "FR", at)).toBe(true);
    expect(zoneFitsPlace("Europe/Berlin", null, "US", at)).toBe(false);
    expect(zoneFitsPlace("America/Chicago", "America/New_York", "US", at)).toBe(false);
    expect(zoneFitsPlace(null, "America/New_York", "US", at)).toBeNull();
    expect(zoneFitsPlace("Europe/Berlin", null, "ZZ", at)).toBeNull();
    expect(zoneFitsPlace("nonsense", null, "DE", at)).toBeNull();
  });
});
