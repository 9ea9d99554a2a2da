/**
 * Longest wait of a test for one thing, in milliseconds. Only a fault takes that long, on any machine: waits end as soon as the
 * thing is there. Shorter than the 120 s of a test, so that the error names the thing.
 */
export const WAIT_LIMIT_MS = 100_000;
