import { describe, expect, it } from "vitest";
import { loggedPlace } from "../../src/risk/access-log.ts";

const berlin = { geoCountry: "DE", geoCity: "Berlin", geoLat: 52.5, geoLon: 13.4 };

describe("loggedPlace", () => {
  it("returns the place that the engine found, as a whole", () => {
    const found = { geoCountry: "FR", geoCity: null, geoLat: 48.9, geoLon: 2.3 };
    expect(loggedPlace(found, berlin)).toEqual(found);
    expect(loggedPlace({ ...found, geoCountry: null }, berlin)).toEqual({ ...found, geoCountry: null });
  });

  it("returns the known place if the engine found none, and nulls without either", () => {
    const nothing = { geoCountry: null, geoCity: null, geoLat: null, geoLon: null };
    expect(loggedPlace(nothing, berlin)).toEqual(berlin);
    expect(loggedPlace({}, {})).toEqual(nothing);
  });
});
