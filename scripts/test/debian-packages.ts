import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PROGRAMS_FOLDER, type ProgramName } from "../../testkit/programs.ts";
import { writeLauncher } from "./launcher.ts";
import { runCommand } from "./run-command.ts";

/** Without a network, apt asks each server three times. */
const OFFLINE_ENDS = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"];
const DEB_NAME = /^'[^']+' ([^_\s]+)_/gm;

/** Installs packages as root or with passwordless `sudo`. @throws CommandFailed where neither works */
export async function installDebianPackages(names: readonly string[]): Promise<void> {
  const asRoot: string[] = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const [program = "", ...before] = [...asRoot, "apt-get", ...OFFLINE_ENDS];
  await runCommand([program, ...before, "-q", "update"]);
  await runCommand([program, ...before, "-q", "-y", "install", "--no-install-recommends", ...names]);
}

/**
 * Unpacks a package and its missing libraries into the programs folder, which needs no root, and writes a script that
 * starts the program.
 * @param path the program's path in its package
 */
export async function unpackDebianPackage(name: ProgramName, path: string): Promise<void> {
  const folder = join(PROGRAMS_FOLDER, name);
  const state = join(folder, "apt");
  mkdirSync(join(state, "lists/partial"), { recursive: true });
  mkdirSync(join(state, "archives/partial"), { recursive: true });
  const own = ["-o", `Dir::State::lists=${state}/lists`, "-o", `Dir::Cache=${state}`, "-o", "Debug::NoLocking=1"];
  await runCommand(["apt-get", ...own, "-q", "update"]);
  const plan = await runCommand(["apt-get", ...own, "install", "--print-uris", "-qq", "--no-install-recommends", name]);
  const packages = [...plan.matchAll(DEB_NAME)].map(([, one = ""]) => one);
  await runCommand(["apt-get", ...own, "-q", "download", ...packages], state);
  for (const file of readdirSync(state).filter((one) => one.endsWith(".deb"))) {
    await runCommand(["dpkg-deb", "--extract", join(state, file), folder]);
  }
  const libraries = readdirSync(join(folder, "usr/lib"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith("-linux-gnu"))
    .map((entry) => join(folder, "usr/lib", entry.name));
  await writeLauncher(name, join(folder, path), { LD_LIBRARY_PATH: libraries.join(":") });
}
