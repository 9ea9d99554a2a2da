import { readFileSync } from "node:fs";
import { type Client, requestOf } from "./load.ts";

/** Guests between two prints. */
const STEP = 100_000;
const MEBIBYTE = 1_048_576;
const KIBIBYTES = 1_024;
/** From so many guests on the figures are held against each other: by then every cache and heap has its size. */
const WARM = 300_000;

/** What one process has in memory, MiB. */
interface Memory {
  /** Its own: heaps, buffers, what the allocator keeps. */
  readonly anonymous: number;
  /** Of files that it has mapped, the program itself first of all; the system may take that back. */
  readonly file: number;
  readonly resident: number;
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / KIBIBYTES;
  return { anonymous: of("RssAnon"), file: of("RssFile") + of("RssShmem"), resident: of("VmRSS") };
}

/** A number of the engine's own metrics, MiB. */
function metric(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / MEBIBYTE;
}

/**
 * Scores distinct guests and prints, every 100,000, what the engine has in memory and of what kind.
 * @returns how far the largest figure from 300,000 guests on lies above the smallest, as a share; NaN with fewer guests
 */
export async function memoryBenchmark(
  guests: number,
  client: Client,
  engine: { readonly pid: number; readonly metricsUrl: string },
  width: number,
): Promise<number> {
  console.log(`memory over ${guests} distinct guests, MiB`);
  let sent = 0;
  const warm: number[] = [];
  const started = performance.now();
  const print = async (): Promise<void> => {
    const { anonymous, file, resident } = memoryOf(engine.pid);
    const text = await (await fetch(engine.metricsUrl)).text();
    const heap = metric(text, "engine_nodejs_heap_size_total_bytes");
    const used = metric(text, "engine_nodejs_heap_size_used_bytes");
    const external = metric(text, "engine_nodejs_external_memory_bytes");
    if (sent >= WARM) warm.push(resident);
    const seconds = (performance.now() - started) / 1_000;
    console.log(
      `  ${String(sent).padStart(8)} guests  resident ${resident.toFixed(0)} = own ${anonymous.toFixed(0)} + files ${file.toFixed(0)}; ` +
        `heap ${heap.toFixed(0)}, used ${used.toFixed(0)}; buffers ${external.toFixed(0)}; ${seconds.toFixed(0)} s`,
    );
  };
  await print();
  while (sent < guests) {
    const until = Math.min(guests, sent + STEP);
    const worker = async (): Promise<void> => {
      while (sent < until) {
        sent += 1;
        await client.score(requestOf(10_000_000 + sent, 10_000_000 + guests * 2));
      }
    };
    await Promise.all(Array.from({ length: width }, worker));
    await print();
  }
  if (warm.length === 0) return Number.NaN;
  const spread = Math.max(...warm) / Math.min(...warm) - 1;
  console.log(`from ${WARM} guests on: the most is ${(spread * 100).toFixed(1)} % above the least`);
  return spread;
}
