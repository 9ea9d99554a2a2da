import { setFlagsFromString } from "node:v8";

/**
 * Growth of the old generation until a full collection, in percent of what was alive after the last one. V8's default
 * allows up to 300: the old generation then varies between 20 and 120 MiB, because streams of the HTTP/2 library live
 * until a full collection. V8 keeps the pages of the highest peak until the process is idle, so that memory grows with
 * every late collection. With 50 it is 120 MiB less and constant; throughput stays, CPU time grows by about 5 %, on V8's
 * own threads (docs/risk-benchmark.md).
 */
const GROWTH_PERCENT = 50;

/** Limits the growth of the heap. Call once at the start; applies to all threads of the process. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
