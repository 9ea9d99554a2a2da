/**
 * Ends programs whose starter is gone without having ended them, killed or crashed. Lines on standard input say which
 * process groups there are: `+id` for a new one, `-id` for one that has ended. When the input ends, so do the rest.
 */
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { signalGroup } from "./program.ts";

/** Time to close files before the end. */
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
