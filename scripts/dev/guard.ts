/**
 * Ends process groups whose parent was killed or crashed. Each line on standard input adds (`+id`) or removes (`-id`) a group.
 * At the end of the input, the remaining groups get SIGTERM, then SIGKILL.
 */
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { signalGroup } from "./program.ts";

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 3_000;

const groups = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line.slice(1));
  if (line.startsWith("+")) groups.add(id);
  else groups.delete(id);
}
if (groups.size > 0) {
  for (const id of groups) signalGroup(id, "SIGTERM");
  await pause(GRACE_MS);
  for (const id of groups) signalGroup(id, "SIGKILL");
}
