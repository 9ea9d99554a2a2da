import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Scheduler } from "../../src/scheduled-tasks.ts";
import { eventually } from "./eventually.ts";

/** One per database. */
const SCHEDULERS = ["scheduler", "scheduler-1"];

let running = 0;
const { alarm } = Scheduler.prototype;
Scheduler.prototype.alarm = async function counted(this: Scheduler): Promise<void> {
  running += 1;
  try {
    await alarm.call(this);
  } finally {
    running -= 1;
  }
};

async function deleteAlarms(): Promise<void> {
  const stubs = SCHEDULERS.map((name) => env.SCHEDULER.get(env.SCHEDULER.idFromName(name)));
  await Promise.all(stubs.map((stub) => runInDurableObject(stub, (_, state) => state.storage.deleteAlarm())));
}

/**
 * Stops the Schedulers before their storage is emptied: deletes their alarms and waits for running ones. Without this,
 * alarms of the next file were lost twice in some dozens of runs. Presumed cause: the platform stores alarms separately from the
 * object's storage.
 */
export async function endAlarms(): Promise<void> {
  await deleteAlarms();
  await eventually(() => {
    if (running > 0) throw new Error(`${running} alarms are running`);
  }).catch((error: Error) => console.error(error.message));
  // A running alarm has set the next one.
  await deleteAlarms();
}
