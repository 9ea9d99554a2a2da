import { describe, expect, it } from "vitest";
import { packageName, withEngines, withoutChecksum } from "../../scripts/check/lock-file.ts";

describe("lock file check", () => {
  it("finds packages without a checksum, except the project, its workspaces and links", () => {
    const packages = {
      "": { version: "1.0.0" },
      "clients/typescript": { version: "1.0.0" },
      "node_modules/hono": { version: "4.0.0", integrity: "sha512-x" },
      "node_modules/local": { link: true },
      "node_modules/a/node_modules/@b/c": { version: "2.0.0" },
    };
    const found = withoutChecksum({ packages }).map(([path]) => path);
    expect(found).toEqual(["node_modules/a/node_modules/@b/c"]);
    expect(found.map(packageName)).toEqual(["@b/c"]);
  });

  it("finds Node versions of packages, except of the project and its workspaces", () => {
    const engines = { node: ">=22" };
    const packages = { "": { engines }, console: { engines }, "node_modules/a": { engines }, "node_modules/b": {} };
    expect(withEngines({ packages }).map(([path]) => path)).toEqual(["node_modules/a"]);
  });
});
