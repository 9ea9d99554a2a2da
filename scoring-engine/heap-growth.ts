import { setFlagsFromString } from "node:v8";

/**
 * Growth of the old generation until a full collection, in percent of what was alive after the last one. V8's default
 * allows up to 300, and varies. Streams of the HTTP/2 library live until a full collection, and V8 keeps the pages of
 * the highest peak until the process is idle. Memory would therefore grow with every late collection. Less is less
 * memory and more processor time: with 50 a full collection every 0.6 s took a tenth of it
 * (docs/decisions/0032-engine-store.md).
 */
const GROWTH_PERCENT = 200;

/** Limits the growth of the heap. Call once at the start; applies to all threads of the process. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
