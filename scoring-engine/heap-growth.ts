import { setFlagsFromString } from "node:v8";

/**
 * How much the old part of the heap may grow until it is collected, as a share of what was alive after the last
 * collection. Percent. V8 itself allows up to 300, so that the old part swings between 20 and 120 MiB: each call leaves
 * something behind, because a stream of the HTTP/2 library lives until a full collection. V8 keeps the pages of the
 * highest swing until the process is idle, so memory creeps up with every collection that comes a little late. With 50
 * it is 120 MiB less, and even; calls per second stay, processor time grows by about a twentieth, on V8's own threads
 * (docs/risk-benchmark.md).
 */
const GROWTH_PERCENT = 50;

/** Keeps the memory of this process small and even. To be called once, at the start; it holds for all its threads. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
