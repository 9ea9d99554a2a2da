import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** One request to send. */
export interface Shot {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests of one run, and how to send them. */
export interface Job {
  url: string;
  shots: readonly Shot[];
  /** Concurrent connections in a closed loop. */
  width: number;
  /** Requests per second in an open loop, regardless of pending ones. */
  perSecond?: number | undefined;
  /** Whether to return the responses' bodies. */
  keepBodies?: boolean;
}

export interface Answer {
  status: number;
  body: string;
}

/** The result of a run. Latencies in milliseconds, in the order of the responses. */
export interface Report {
  latencies: number[];
  statuses: Record<number, number>;
  bodies: string[];
  ms: number;
}

/** A client in a separate process. */
export interface Client {
  run(job: Job): Promise<Report>;
  stop(): void;
}

export function startClient(): Client {
  const child: ChildProcess = fork(fileURLToPath(new URL("load-program.ts", import.meta.url)));
  return {
    async run(job) {
      child.send(job);
      const [report] = (await once(child, "message")) as [Report];
      return report;
    },
    stop: () => child.disconnect(),
  };
}

/** The quantile of numbers at a share from 0 to 1. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}
