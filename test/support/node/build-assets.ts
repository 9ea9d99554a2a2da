import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Builds the static files that tests read, if they are missing, as in a fresh clone, or outdated. */
export default async function setUp(): Promise<void> {
  await promisify(execFile)(process.execPath, ["scripts/build-assets.ts"], { cwd: ROOT });
}
