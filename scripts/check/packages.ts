/** Says whether the packages are pinned so that any machine with any registry installs the same ones. */
import { readFileSync } from "node:fs";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
interface LockFile {
  packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }>;
}

const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock: LockFile = JSON.parse(readFileSync("package-lock.json", "utf8"));
const problems: string[] = [];

for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`package.json: ${name} is not pinned: ${version}`);
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === "" || entry.link) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  if (entry.resolved) problems.push(`package-lock.json: ${path} names where it was loaded from: ${entry.resolved}`);
  if (!entry.integrity) problems.push(`package-lock.json: ${path} has no checksum`);
  if (entry.hasInstallScript && !(name in manifest.allowScripts)) {
    problems.push(`package.json: allowScripts does not say whether ${name} may run its install script`);
  }
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
