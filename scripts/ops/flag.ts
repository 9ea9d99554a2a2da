import { runBatch } from "../../src/db/batch.ts";
import { FLAGS_KV_KEY, listFlags, publishedText, setFlag } from "../../src/platform/flags/published.ts";
import { CliError } from "../cli-error.ts";
import type { Command, Given } from "./command.ts";

type Flag = Awaited<ReturnType<typeof listFlags>>[number];

export const flag: Command = {
  name: "flag",
  args: ["<flag>", "on|off|<percentage>"],
  required: 0,
  summary: "lists the feature flags, or sets one",
  details:
    "The value is on, off, or the percentage of users for whom the flag is on. It applies everywhere within 30 seconds, " +
    "on the deployed service within a minute.",
  async run(given, { accounts: db, kv, logged, print, now }) {
    const [key] = given.args;
    const percentage = key === undefined ? null : percentageIn(given);
    let { flags } = await runBatch(db, { flags: listFlags(db) });
    const found = flags.find((one) => one.key === key);
    if (percentage !== null) {
      if (found === undefined) {
        throw new CliError(`There is no flag "${key}". There are: ${flags.map((one) => one.key).join(", ")}.`);
      }
      if (found.percentage === percentage) {
        print(`${found.key} is ${stateOf(found)} already. Nothing was changed.`);
        return;
      }
      ({ flags } = await runBatch(db, {
        set: setFlag(db, found.key, percentage, now()),
        log: logged(db, { target: found.key, before: { percentage: found.percentage }, after: { percentage } }),
        flags: listFlags(db),
      }));
      // Without this the Scheduler publishes the flags, half a minute later.
      await kv.put(FLAGS_KV_KEY, publishedText(flags));
    }
    const width = Math.max(...flags.map((one) => one.key.length));
    for (const one of flags.sort((a, b) => a.key.localeCompare(b.key))) {
      print(`${one.key.padEnd(width)}  ${stateOf(one).padEnd(5)}  ${one.description}`);
    }
    if (found) print(`\n${found.key} applies everywhere within ${given.options.remote ? "a minute" : "30 seconds"}.`);
  },
};

function percentageIn({ args: [, value], wrong }: Given): number {
  if (value === undefined) throw wrong("Missing on|off|<percentage>");
  if (value === "on") return 100;
  if (value === "off") return 0;
  if (/^\d{1,3}$/.test(value) && Number(value) <= 100) return Number(value);
  throw wrong(`"${value}" is not on, off or a whole number from 0 to 100`);
}

function stateOf({ percentage }: Flag): string {
  return percentage === 100 ? "on" : percentage === 0 ? "off" : `${percentage} %`;
}
