import { describe, expect, it } from "vitest";
import { readAccess } from "../../scoring-engine/access.ts";
import { certainDistanceKm, distanceKm } from "../../scoring-engine/geo/distance.ts";
import { cached, openCityDatabase } from "../../scoring-engine/geo/lookup.ts";
import { parseAddress } from "../../scoring-engine/network.ts";
import { DAY, messageOf, START } from "./support/visits.ts";

const fail = (error: unknown): never => {
  throw error;
};
const lookup = openCityDatabase(null, fail);
const find = (ip: string) => lookup(parseAddress(ip), START);

describe("distanceKm and certainDistanceKm", () => {
  const berlin = { lat: 52.52, lon: 13.405 };
  const newYork = { lat: 40.713, lon: -74.006 };

  it("measures great circles", () => {
    expect(distanceKm(berlin, newYork)).toBeCloseTo(6385, -1);
    expect(distanceKm(berlin, berlin)).toBe(0);
    expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111, 0);
  });

  it("subtracts both radii and never returns a negative distance", () => {
    expect(certainDistanceKm(berlin, 100, newYork, 50)).toBeCloseTo(6235, -1);
    expect(certainDistanceKm(berlin, 100, berlin, 50)).toBe(0);
  });
});

describe("city database", () => {
  it("finds the place of an IPv4 and an IPv6 address", () => {
    expect(find("24.48.0.1")).toMatchObject({ country: "CA" });
    expect(find("81.2.69.142")).toMatchObject({ country: "GB", city: "London" });
    expect(find("2600:1700::1")).toMatchObject({ country: "US" });
  });

  it("unmaps an IPv4 address first", () => {
    expect(find("::ffff:81.2.69.142")).toEqual(find("81.2.69.142"));
  });

  it("returns null for private, unknown and missing addresses", () => {
    for (const ip of ["192.168.1.1", "10.0.0.1", "fe80::1", "::1", "0.0.0.0", ""]) expect(find(ip)).toBeNull();
  });

  it("continues without places if the files are missing", () => {
    const errors: unknown[] = [];
    const none = openCityDatabase("/nonexistent", (error) => errors.push(error));
    expect(none(parseAddress("81.2.69.142"), START)).toBeNull();
    expect(none(parseAddress("2600:1700::1"), START)).toBeNull();
    expect(errors).toHaveLength(2);
  });

  /** @spec 8.14 "Geo lookup cache | 30 days" */
  it("queries an address once in 30 days, within a bounded cache", () => {
    let queries = 0;
    const counting = cached(() => {
      queries += 1;
      return null;
    }, 2);
    const [a, b, c] = ["1.1.1.1", "2.2.2.2", "3.3.3.3"].map(parseAddress);
    if (a === undefined || b === undefined || c === undefined) return;
    counting(a, START);
    counting(a, START + 29 * DAY);
    expect(queries).toBe(1);
    counting(a, START + 31 * DAY);
    expect(queries).toBe(2);
    for (const address of [b, c, a]) counting(address, START + 31 * DAY);
    expect(queries).toBe(5);
  });
});

describe("place of an access", () => {
  it("uses the edge's place if it is known", () => {
    const message = { ...messageOf({ place: "madrid" }), ipAddress: "81.2.69.142" };
    expect(readAccess(message, START, START, lookup).place).toMatchObject({
      city: "Madrid",
      country: "ES",
      radius: 50,
    });
  });

  it("uses the database's place otherwise", () => {
    const message = messageOf({ bare: true, ip: "81.2.69.142" });
    expect(readAccess(message, START, START, lookup).place).toMatchObject({ city: "London", country: "GB" });
  });

  it("has a larger radius for a mobile carrier and without a city", () => {
    expect(readAccess(messageOf({ place: "berlinMobile" }), START, START, lookup).place?.radius).toBe(200);
    const cityless = messageOf({ fingerprint: { edge_city: "" } });
    expect(readAccess(cityless, START, START, lookup).place?.radius).toBe(300);
  });

  it("returns null for invalid coordinates", () => {
    for (const edge_lat of ["", "abc", "91", "NaN", "Infinity"]) {
      const message = messageOf({ place: "unknown", fingerprint: { edge_lat, edge_lon: "5" } });
      expect(readAccess(message, START, START, lookup).place).toBeNull();
    }
  });
});
