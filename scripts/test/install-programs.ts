import { execFile } from "node:child_process";
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";
import { findProgram, HEADLESS_SHELL, PROGRAMS_FOLDER, type ProgramName } from "../../testkit/programs.ts";
import { CliError } from "../cli-error.ts";

/** The installation of each program without administrator rights. */
const UNPACK: Record<ProgramName, () => Promise<void>> = {
  chromium: unpackChromium,
  "redis-server": () => unpackDebianPackage("redis-server", "usr/bin/redis-server"),
};
/** Exists if the headless shell could not be installed, so that the installation is tried only once. */
const NO_HEADLESS_SHELL = join(PROGRAMS_FOLDER, "no-headless-shell");
const HOMEBREW: Record<ProgramName, string> = { chromium: "--cask chromium", "redis-server": "redis" };

/** Installs Debian's package of Chromium's headless shell if possible. Without it, the tests take longer. */
export async function installHeadlessShell(): Promise<void> {
  const found = process.env.CHROMIUM || findProgram("chromium")?.endsWith(HEADLESS_SHELL);
  if (found || process.platform !== "linux" || existsSync(NO_HEADLESS_SHELL)) return;
  console.log(`The tests take less time with ${HEADLESS_SHELL}, which is not installed. Installing it.`);
  await installDebianPackages([HEADLESS_SHELL]).catch(() => {
    console.log("It cannot be installed here.");
    mkdirSync(PROGRAMS_FOLDER, { recursive: true });
    writeFileSync(NO_HEADLESS_SHELL, "");
  });
}

/**
 * Installs programs: Debian packages if this user may install packages, else copies in the programs folder.
 * @throws CliError with the programs that could not be installed, the reasons, and the command that installs them
 */
export async function installPrograms(missing: readonly ProgramName[]): Promise<void> {
  if (missing.length === 0) return;
  console.log(`The tests need ${missing.join(" and ")}. Installing.`);
  const reasons: string[] = [];
  await installDebianPackages(missing).catch((error: CommandFailed) => reasons.push(error.message));
  for (const name of missing.filter((one) => findProgram(one) === null)) {
    await UNPACK[name]().catch((error: CommandFailed) => reasons.push(error.message));
  }
  const failed = missing.filter((name) => findProgram(name) === null);
  if (failed.length > 0) throw new CliError(explain(failed, reasons));
}

function explain(failed: readonly ProgramName[], reasons: readonly string[]): string {
  const command =
    process.platform === "darwin"
      ? failed.map((name) => `brew install ${HOMEBREW[name]}`).join(" && ")
      : `sudo apt-get install ${failed.join(" ")}`;
  return [
    `The tests need ${failed.join(" and ")}, and cannot install ${failed.length === 1 ? "it" : "them"} here:`,
    ...reasons.map((reason) => `  ${reason.replaceAll("\n", "\n  ")}`),
    `Run this command, then npm test again: ${command}`,
  ].join("\n");
}

/** Without these options and a network, apt tries each server three times. */
const OFFLINE_ENDS = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"];
const DEB_NAME = /^'[^']+' ([^_\s]+)_/gm;

/** Installs packages as root or with passwordless `sudo`. @throws CommandFailed if neither works */
async function installDebianPackages(names: readonly string[]): Promise<void> {
  const asRoot: string[] = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const [program = "", ...before] = [...asRoot, "apt-get", ...OFFLINE_ENDS];
  await runCommand([program, ...before, "-q", "update"]);
  await runCommand([program, ...before, "-q", "-y", "install", "--no-install-recommends", ...names]);
}

/**
 * Unpacks a package and its missing libraries into the programs folder, without root, and writes a script that starts the
 * program.
 * @param path the program's path in its package
 */
async function unpackDebianPackage(name: ProgramName, path: string): Promise<void> {
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

/** Compressed Chromium with the libraries and a font that minimal systems lack. Linux on x64 only. */
const PACKAGE = "@sparticuz/chromium@153.0.0";

/** Unpacks the Chromium of an npm package into the programs folder. @throws CommandFailed if it does not run here */
async function unpackChromium(): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new CommandFailed(`${PACKAGE} has no Chromium for ${process.platform} on ${process.arch}`);
  }
  const folder = join(PROGRAMS_FOLDER, "chromium");
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  await runCommand(["npm", "install", ...flags, PACKAGE], folder);
  const packed = join(folder, "node_modules/@sparticuz/chromium/bin");
  const program = join(folder, "chromium");
  await decompress(join(packed, "chromium.br"), program, 0o755);
  for (const name of ["al2023.tar", "fonts.tar"]) {
    await decompress(join(packed, `${name}.br`), join(folder, name));
    await runCommand(["tar", "-xf", join(folder, name), "-C", folder]);
  }
  await writeLauncher("chromium", program, { LD_LIBRARY_PATH: join(folder, "lib"), ...fontsOf(folder) });
}

/** Uses the package's fonts on a system without fonts, because Chromium renders no text without them. */
function fontsOf(folder: string): Record<string, string> {
  if (existsSync("/etc/fonts/fonts.conf")) return {};
  const config = join(folder, "fonts.conf");
  writeFileSync(config, `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`);
  return { FONTCONFIG_FILE: config };
}

async function decompress(from: string, to: string, mode?: number): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, mode ? { mode } : {}));
}

/**
 * Writes a script to the programs folder that starts a program with additional environment variables.
 * @throws CommandFailed without writing the script if the program does not run on this machine
 */
async function writeLauncher(name: ProgramName, program: string, env: Record<string, string>): Promise<void> {
  const assignments = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
  await runCommand(["env", ...assignments, program, "--version"]);
  const bin = join(PROGRAMS_FOLDER, "bin");
  mkdirSync(bin, { recursive: true });
  const exports = Object.entries(env).map(([variable, value]) => `export ${variable}='${value}'\n`);
  writeFileSync(join(bin, name), `#!/bin/sh\n${exports.join("")}exec '${program}' "$@"\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Long enough to download a browser over a slow connection. */
const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Number of last lines of a failed command's output that the error repeats. */
const REASON_LINES = 3;

/** A command that failed or is not installed. */
class CommandFailed extends Error {}

/** Runs a command. @returns its output @throws CommandFailed with its last lines */
async function runCommand(command: readonly [string, ...string[]], cwd?: string): Promise<string> {
  const [program, ...args] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    const options = { cwd, env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stderr = "", message = "" } = error as { stderr?: string; message?: string };
    const reason = (stderr.trim() || message).split("\n").slice(-REASON_LINES).join("\n");
    throw new CommandFailed(`${program} ${args.slice(0, 3).join(" ")}: ${reason}`, { cause: error });
  }
}
