import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Processes count as idle when they used no CPU time for this long. */
const QUIET_MS = 400;
const IDLE_WITHIN_MS = 60_000;

/** The children of a process that run workerd. */
export function workerdPids(parent = process.pid): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = statOf(pid);
      return stat !== null && stat.name === "workerd" && stat.parent === parent;
    });
}

/** Total CPU time of processes, all threads, in milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0) * TICK_MS, 0);
}

/** Waits until processes are idle, so that work after the responses is included in their CPU time. */
export async function waitUntilIdle(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + IDLE_WITHIN_MS;
  for (let before = -1; Date.now() < deadline; ) {
    const now = cpuMs(pids);
    if (now - before <= TICK_MS) return;
    before = now;
    await pause(QUIET_MS);
  }
}

function statOf(pid: number): { name: string; parent: number; ticks: number } | null {
  try {
    const [head = "", tail = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = tail.split(" ");
    return {
      name: head.slice(head.indexOf("(") + 1),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  } catch {
    // The process has ended.
    return null;
  }
}
