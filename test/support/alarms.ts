import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Scheduler } from "../../src/scheduled-tasks.ts";
import { eventually } from "./eventually.ts";

/** One for each database. */
const SCHEDULERS = ["scheduler", "scheduler-1"];
/** Longer than all that an alarm does takes on a busy machine. */
const OVER_WITHIN_MS = 15_000;

let underWay = 0;
const { alarm } = Scheduler.prototype;
Scheduler.prototype.alarm = async function counted(this: Scheduler): Promise<void> {
  underWay += 1;
  try {
    await alarm.call(this);
  } finally {
    underWay -= 1;
  }
};

async function deleteAlarms(): Promise<void> {
  const stubs = SCHEDULERS.map((name) => env.SCHEDULER.get(env.SCHEDULER.idFromName(name)));
  await Promise.all(stubs.map((stub) => runInDurableObject(stub, (_, state) => state.storage.deleteAlarm())));
}

/**
 * Stops the Schedulers before their storage is emptied: deletes their alarms and waits for running ones. Without this,
 * alarms of the next file were lost twice in some dozens of runs. Presumed cause: the platform stores alarms apart from
 * the object's storage.
 */
export async function endAlarms(): Promise<void> {
  await deleteAlarms();
  await eventually(
    () => {
      if (underWay > 0) throw new Error(`${underWay} alarms are under way`);
    },
    { timeoutMs: OVER_WITHIN_MS },
  ).catch((error: Error) => console.error(error.message));
  // An alarm that was running has set the next one.
  await deleteAlarms();
}
