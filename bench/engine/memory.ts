import { readFileSync } from "node:fs";
import { type Client, requestOf } from "./load.ts";

/** Guests between two lines of output. */
const STEP = 100_000;
const MEBIBYTE = 1_048_576;
const KIBIBYTES = 1_024;
/** Guests from which on the figures are compared, as all caches and the heap are full by then. */
const WARM = 300_000;

/** Memory of a process, MiB. */
interface Memory {
  /** Anonymous: heaps, buffers, the allocator's reserve. */
  readonly anonymous: number;
  /** Mapped files, mostly the executable, which the system may reclaim. */
  readonly file: number;
  readonly resident: number;
}

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / KIBIBYTES;
  return { anonymous: of("RssAnon"), file: of("RssFile") + of("RssShmem"), resident: of("VmRSS") };
}

/** A metric of the engine, MiB. */
function metric(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / MEBIBYTE;
}

/**
 * Scores distinct guests and prints the engine's memory by kind every 100,000.
 * @returns largest figure from 300,000 guests on relative to the smallest, minus 1; NaN with fewer guests
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
  console.log(`from ${WARM} guests on: the maximum is ${(spread * 100).toFixed(1)} % above the minimum`);
  return spread;
}
