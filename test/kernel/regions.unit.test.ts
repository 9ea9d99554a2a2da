import { describe, expect, it } from "vitest";
import { nearestRegion, parseRegions, regionOfShard } from "../../src/kernel/regions.ts";

const TABLE = {
  us: { shards: [2], at: [39, -77.5], continents: ["NA", "SA"], engine: "https://us.example/" },
  eu: { shards: [0, 1], at: [50.1, 8.7], continents: ["EU", "AF"] },
};

describe("the table of regions", () => {
  it("is one region without a variable, which has every shard", () => {
    const [only, ...others] = parseRegions(undefined);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: "default", engine: null, service: "DATA" });
    expect(regionOfShard(parseRegions(""), 7)).toEqual(only);
  });

  it("begins with the region of shard 0, and names the others' services", () => {
    const regions = parseRegions(JSON.stringify(TABLE));
    expect(regions.map(({ name, service }) => [name, service])).toEqual([
      ["eu", "DATA"],
      ["us", "DATA_US"],
    ]);
    expect(regions[1]?.engine).toBe("https://us.example");
    expect([1, 2, 3].map((shard) => regionOfShard(regions, shard).name)).toEqual(["eu", "us", "eu"]);
    expect(parseRegions(TABLE)).toEqual(regions);
  });

  it.each([
    ["{", "is JSON"],
    ["[]", "is JSON"],
    ["{}", "no region has shard 0"],
    ['{"eu":{"shards":[1]}}', "no region has shard 0"],
    ['{"eu":{"shards":[0]},"us":{"shards":[0]}}', "a shard is in two regions"],
    ['{"eu":{"shards":[]}}', "eu: `shards`"],
    ['{"eu":{"shards":[0.5]}}', "eu: `shards`"],
    ['{"eu":{"shards":[4096]}}', "eu: `shards`"],
    ['{"eu":{"shards":[0],"engine":"ftp://x"}}', "eu: `engine`"],
    ['{"eu":{"shards":[0],"at":[91,0]}}', "eu: `at`"],
    ['{"eu":{"shards":[0],"continents":["Europe"]}}', "eu: `continents`"],
    ['{"eu":{"shards":[0],"secret":"x"}}', "eu: has shards"],
    ['{"EU!":{"shards":[0]}}', "a region: a name has"],
    ['{"eu":null}', "eu: has shards"],
  ])("is refused, by its rule and without its values: %s", (text, rule) => {
    expect(() => parseRegions(text)).toThrow(rule);
  });
});

describe("the nearest region", () => {
  const regions = parseRegions(TABLE);
  const nearest = (at: [number, number] | null, continent: string | null = null) =>
    nearestRegion(regions, { at, continent }).name;

  it("is by distance on the globe, also across the date line and near a pole", () => {
    expect(nearest([51.5, -0.1])).toBe("eu");
    expect(nearest([40.7, -74])).toBe("us");
    expect(nearest([-41.3, 174.8])).toBe("us");
    expect(nearest([89, 100])).toBe("eu");
  });

  it("is by continent where the place is not known, and else the first", () => {
    expect(nearest(null, "SA")).toBe("us");
    expect(nearest(null, "AF")).toBe("eu");
    expect(nearest(null, "AS")).toBe("eu");
    expect(nearest(null)).toBe("eu");
  });

  it("is by continent where no region has a place", () => {
    const placeless = parseRegions({ eu: { shards: [0] }, us: { shards: [1], continents: ["NA"] } });
    expect(nearestRegion(placeless, { at: [40.7, -74], continent: "NA" }).name).toBe("us");
  });
});
