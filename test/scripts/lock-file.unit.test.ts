import { describe, expect, it } from "vitest";
import { isInstalledOn, packageName, withoutChecksum } from "../../scripts/check/lock-file.ts";

const MAC = { os: "darwin", cpu: "arm64", libc: null };
const DEBIAN = { os: "linux", cpu: "x64", libc: "glibc" as const };

describe("the lock file", () => {
  it("has entries without a checksum, the project and links aside", () => {
    const packages = {
      "": { version: "1.0.0" },
      "node_modules/hono": { version: "4.0.0", integrity: "sha512-x" },
      "node_modules/local": { link: true },
      "node_modules/a/node_modules/@b/c": { version: "2.0.0", os: ["darwin"] },
    };
    const found = withoutChecksum({ packages }).map(([path]) => path);
    expect(found).toEqual(["node_modules/a/node_modules/@b/c"]);
    expect(found.map(packageName)).toEqual(["@b/c"]);
  });

  it("installs what fits the machine", () => {
    const forMac = { os: ["darwin"], cpu: ["arm64"] };
    expect([isInstalledOn(forMac, MAC), isInstalledOn(forMac, DEBIAN)]).toEqual([true, false]);
    const forMusl = { os: ["linux"], cpu: ["x64"], libc: ["musl"] };
    expect([isInstalledOn(forMusl, DEBIAN), isInstalledOn(forMusl, { ...DEBIAN, libc: "musl" })]).toEqual([
      false,
      true,
    ]);
    expect([isInstalledOn({}, DEBIAN), isInstalledOn({ os: ["!win32"] }, MAC)]).toEqual([true, true]);
    expect(isInstalledOn({ os: ["!darwin"] }, MAC)).toBe(false);
  });
});
