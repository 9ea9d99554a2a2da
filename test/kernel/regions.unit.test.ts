import { describe, expect, it } from "vitest";
import { nearestRegion, parseRegions, regionOfShard } from "../../src/kernel/regions.ts";

const TABLE = {
  us: { shards: [2], at: [39, -77.5], continents: ["NA", "SA"], engine: "https://us.example/" },
  eu: { shards: [0, 1], at: [50.1, 8.7], continents: ["EU", "AF"] },
};

describe("parseRegions", () => {
  it("returns one region with every shard without a variable", () => {
    const [only, ...others] = parseRegions(undefined);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ name: "default", engine: null, service: "DATA" });
    expect(regionOfShard(parseRegions(""), 7)).toEqual(only);
  });

  it("returns the region of shard 0 first, and the names of the other services", () => {
    const regions = parseRegions(JSON.stringify(TABLE));
    expect(regions.map(({ name, service }) => [name, service])).toEqual([
      ["eu", "DATA"],
      ["us", "DATA_US"],
    ]);
    expect(regions[1]?.engine).toBe("https://us.example");
    expect([1, 2, 3].map((shard) => regionOfShard(regions, shard).name)).toEqual(["eu", "us", "eu"]);
    expect(parseRegions(TABLE)).toEqual(regions);
  });

  it("accepts an engine over http on this machine only", () => {
    const withEngine = (engine: string) => parseRegions({ eu: { shards: [0], engine } })[0].engine;
    expect(withEngine("http://127.0.0.1:50052")).toBe("http://127.0.0.1:50052");
    for (const engine of [
      "http://engine.example",
      "HTTP://engine.example",
      "http://127.0.0.1.example",
      "ftp://127.0.0.1",
    ]) {
      expect(() => withEngine(engine), engine).toThrow("`engine` is wrong");
    }
  });

  it.each([
    ["{", "is JSON"],
    ["[]", "is JSON"],
    ["{}", "no region has shard 0"],
    ['{"eu":{"shards":[1]}}', "no region has shard 0"],
    ['{"eu":{"shards":[0]},"us":{"shards":[0]}}', "a shard is in two regions"],
    ['{"eu":{}}', "eu: `shards` are missing"],
    ['{"eu":{"shards":[]}}', "eu: `shards`"],
    ['{"eu":{"shards":[0.5]}}', "eu: `shards`"],
    ['{"eu":{"shards":[4096]}}', "eu: `shards`"],
    ['{"eu":{"shards":[0],"engine":"ftp://x"}}', "eu: `engine`"],
    ['{"eu":{"shards":[0],"at":[91,0]}}', "eu: `at`"],
    ['{"eu":{"shards":[0],"continents":["Europe"]}}', "eu: `continents`"],
    ['{"eu":{"shards":[0],"secret":"x"}}', "eu: `secret` is wrong"],
    ['{"EU!":{"shards":[0]}}', "a name of a region has"],
    ['{"eu":null}', "eu: `shards` are missing"],
  ])("rejects %s with the violated rule, and without the values", (text, rule) => {
    expect(() => parseRegions(text)).toThrow(rule);
  });
});

describe("nearestRegion", () => {
  const regions = parseRegions(TABLE);
  const nearest = (at: [number, number] | null, continent: string | null = null) =>
    nearestRegion(regions, { at, continent }).name;

  it("compares distances on the globe, even across the date line and near a pole", () => {
    expect(nearest([51.5, -0.1])).toBe("eu");
    expect(nearest([40.7, -74])).toBe("us");
    expect(nearest([-41.3, 174.8])).toBe("us");
    expect(nearest([89, 100])).toBe("eu");
  });

  it("compares continents if the place is unknown, and else returns the first region", () => {
    expect(nearest(null, "SA")).toBe("us");
    expect(nearest(null, "AF")).toBe("eu");
    expect(nearest(null, "AS")).toBe("eu");
    expect(nearest(null)).toBe("eu");
  });

  it("compares continents if no region has a place", () => {
    const placeless = parseRegions({ eu: { shards: [0] }, us: { shards: [1], continents: ["NA"] } });
    expect(nearestRegion(placeless, { at: [40.7, -74], continent: "NA" }).name).toBe("us");
  });
});
