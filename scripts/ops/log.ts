import { listOperatorEntries } from "../../src/platform/operator-log/queries.ts";
import { type Command, DATABASE_OPTION, databaseIn } from "./command.ts";

export const log: Command = {
  name: "log",
  args: [],
  required: 0,
  options: { limit: "20", ...DATABASE_OPTION },
  summary: "shows what operators' commands have changed, newest first",
  details: "A change is in the log of the database that it changed; --database selects another one than the first.",
  async run(given, { open, print }) {
    const { limit = "20" } = given.options;
    if (!/^[1-9]\d{0,3}$/.test(limit)) throw given.wrong(`"${limit}" is no number from 1 to 9999`);
    const db = open(databaseIn(given, "DB"));
    const [entries] = await db.batch([listOperatorEntries(db, Number(limit))]);
    if (entries.length === 0) print("No operator's command has changed anything.");
    for (const { at, operator, command, target, before, after } of entries) {
      const states = [before, after].map((state) => JSON.stringify(state));
      print(`${new Date(at).toISOString()}  ${operator}  ${command} ${target}  ${states.join(" → ")}`);
    }
  },
};
