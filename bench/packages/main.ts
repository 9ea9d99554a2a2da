/**
 * Compares the packages that the project was asked to use with what it uses in their place: QR codes, their PNG pictures, and
 * CSV. Prints processor time per call, gzipped size, and for CSV the memory of hostile uploads, each in its own process.
 * The figures are in docs/decisions/0041-named-packages.md and 0007-csv-parser.md.
 *
 *     npm run bench -- packages
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import Papa from "papaparse";
import encodeQr from "qr";
import qrcode from "qrcode-generator";
import UPNG from "upng-js";
import { encodeBilevelPng } from "../../src/adapters/images/bilevel-png.ts";
import { csvRecords } from "../../src/kernel/csv-records.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SHORT_CODE = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE";
/** Length of a door code that is a JWT. */
const JWT = "eyJhbGciOiJIUzI1NiJ9.".padEnd(300, "aB3_dE");
const PIXELS_PER_MODULE = 8;
const ROUNDS = 5;
const MIB = 1024 * 1024;
const UPLOAD_BYTES = 5 * MIB;

/** Uploads of 5 MiB that repeat a text. */
const HOSTILE = [",", '"a",', '"a"b', '"'];

type Row = Record<string, string | number>;

/** Prints rows of the same columns, one line each. */
function print(rows: readonly Row[]): void {
  for (const row of rows) {
    console.log(
      Object.entries(row)
        .map(([column, value]) => `${column} ${value}`)
        .join(", "),
    );
  }
  console.log("");
}

/** Median processor time of a call in milliseconds, over alternating rounds of all candidates. */
function processorTime(candidates: Record<string, () => unknown>, callsPerRound: number): Map<string, number> {
  const times = new Map(Object.keys(candidates).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(candidates)) {
      const before = process.cpuUsage();
      for (let call = 0; call < callsPerRound; call++) run();
      const { user, system } = process.cpuUsage(before);
      // The first round warms up.
      if (round > 0) times.get(name)?.push((user + system) / 1_000 / callsPerRound);
    }
  }
  return new Map([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN]));
}

async function gzippedBytes(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
}

function generated(text: string, level: "L" | "Q") {
  const code = qrcode(0, level);
  code.addData(text, "Byte");
  code.make();
  return code;
}

async function qrRows(): Promise<Row[]> {
  const times = processorTime(
    {
      "qr, short code": () => encodeQr(SHORT_CODE, "raw", { ecc: "quartile", encoding: "byte" }),
      "qrcode-generator, short code": () => generated(SHORT_CODE, "Q"),
      "qr, JWT": () => encodeQr(JWT, "raw", { ecc: "low", encoding: "byte" }),
      "qrcode-generator, JWT": () => generated(JWT, "L"),
    },
    100,
  );
  const bytes = {
    qr: await gzippedBytes('import qr from "qr"; console.log(qr);'),
    "qrcode-generator": await gzippedBytes('import qr from "qrcode-generator"; console.log(qr);'),
  };
  return [...times].map(([name, ms]) => {
    const library = name.startsWith("qr,") ? "qr" : "qrcode-generator";
    return { name, "ms per code": ms.toFixed(2), "gzipped bytes": bytes[library] };
  });
}

async function pngRows(): Promise<Row[]> {
  const modules = encodeQr(SHORT_CODE, "raw", { ecc: "quartile", encoding: "byte", border: 4 });
  const size = modules.length * PIXELS_PER_MODULE;
  const isDark = (x: number, y: number) =>
    modules[Math.floor(y / PIXELS_PER_MODULE)]?.[Math.floor(x / PIXELS_PER_MODULE)] === true;
  const rgba = () => {
    const pixels = new Uint8Array(size * size * 4).fill(255);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) if (isDark(x, y)) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
    return pixels.buffer;
  };
  const candidates = {
    "bilevel-png.ts": () => encodeBilevelPng(modules, PIXELS_PER_MODULE).length,
    "upng-js": () => UPNG.encode([rgba()], size, size, 0).byteLength,
  };
  const times = processorTime(candidates, 20);
  const ours = await gzippedBytes(
    'import { encodeBilevelPng } from "./src/adapters/images/bilevel-png.ts"; console.log(encodeBilevelPng);',
  );
  const theirs = await gzippedBytes('import UPNG from "upng-js"; console.log(UPNG);');
  return Object.entries(candidates).map(([name, run]) => ({
    name,
    "ms per picture": times.get(name)?.toFixed(2) ?? "",
    "picture bytes": run(),
    "gzipped bytes": name === "upng-js" ? theirs : ours,
  }));
}

/** Reads one hostile upload in this process, and prints its processor time and how far it raised the peak memory. */
function readHostile(reader: string, repeated: string): void {
  const text = repeated.repeat(Math.floor(UPLOAD_BYTES / repeated.length));
  const peakMib = () => process.resourceUsage().maxRSS / 1024;
  const before = { peak: peakMib(), cpu: process.cpuUsage() };
  if (reader === "papaparse") Papa.parse(text, { delimiter: ",", preview: 5_001 });
  else for (const _ of csvRecords(text, ","));
  const { user, system } = process.cpuUsage(before.cpu);
  console.log(JSON.stringify({ ms: Math.round((user + system) / 1_000), mib: Math.round(peakMib() - before.peak) }));
}

async function csvRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const repeated of HOSTILE) {
    for (const reader of ["csv-records.ts", "papaparse"]) {
      const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, reader, repeated]);
      rows.push({ reader, "5 MiB of": repeated, ...JSON.parse(stdout) });
    }
  }
  return rows;
}

const [reader, repeated] = process.argv.slice(2);
if (reader !== undefined && repeated !== undefined) {
  readHostile(reader, repeated);
} else {
  print(await qrRows());
  print(await pngRows());
  print(await csvRows());
  print([
    {
      reader: "csv-records.ts",
      "gzipped bytes": await gzippedBytes(
        'import { csvRecords } from "./src/kernel/csv-records.ts"; console.log(csvRecords);',
      ),
    },
    { reader: "papaparse", "gzipped bytes": await gzippedBytes('import Papa from "papaparse"; console.log(Papa);') },
  ]);
}
