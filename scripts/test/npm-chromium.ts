import { createReadStream, createWriteStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { PROGRAMS_FOLDER } from "../../testkit/programs.ts";
import { writeLauncher } from "./launcher.ts";
import { CommandFailed, runCommand } from "./run-command.ts";

/** Contains Chromium, compressed, with the libraries and a font that minimal systems lack. Linux on x64 only. */
const PACKAGE = "@sparticuz/chromium@153.0.0";

/** Unpacks the Chromium of an npm package into the programs folder. @throws CommandFailed where it does not run */
export async function unpackChromium(): Promise<void> {
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

/** Uses the package's fonts on a system without any: Chromium renders no text without fonts. */
function fontsOf(folder: string): Record<string, string> {
  if (existsSync("/etc/fonts/fonts.conf")) return {};
  const config = join(folder, "fonts.conf");
  writeFileSync(config, `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`);
  return { FONTCONFIG_FILE: config };
}

async function decompress(from: string, to: string, mode?: number): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, mode ? { mode } : {}));
}
