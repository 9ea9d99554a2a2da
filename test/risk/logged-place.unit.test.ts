import { describe, expect, it } from "vitest";
import { loggedPlace } from "../../src/risk/logged-place.ts";

const berlin = { geoCountry: "DE", geoCity: "Berlin", geoLat: 52.5, geoLon: 13.4 };

describe("loggedPlace", () => {
  it("is what the engine found, as a whole", () => {
    const found = { geoCountry: "FR", geoCity: null, geoLat: 48.9, geoLon: 2.3 };
    expect(loggedPlace(found, berlin)).toEqual(found);
    expect(loggedPlace({ ...found, geoCountry: null }, berlin)).toEqual({ ...found, geoCountry: null });
  });

  it("is what was known where the engine found nothing, and unknown without either", () => {
    const nothing = { geoCountry: null, geoCity: null, geoLat: null, geoLon: null };
    expect(loggedPlace(nothing, berlin)).toEqual(berlin);
    expect(loggedPlace({}, {})).toEqual(nothing);
  });
});
