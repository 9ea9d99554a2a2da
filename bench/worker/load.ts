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

/** What the client is to do. */
export interface Job {
  url: string;
  shots: readonly Shot[];
  /** Connections at once, in a closed loop. */
  width: number;
  /** Requests a second in an open loop, whatever is still under way. */
  perSecond?: number | undefined;
  /** Whether the answers' bodies are of use. */
  keepBodies?: boolean;
}

export interface Answer {
  status: number;
  body: string;
}

/** What came of it. Latencies in milliseconds, in the order of the answers. */
export interface Report {
  latencies: number[];
  statuses: Record<number, number>;
  bodies: string[];
  ms: number;
}

/** A client in a process of its own. */
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

/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}
