import { runBatch } from "../../src/db/batch.ts";
import { countDeadLetters, REPLAYABLE, replayDeadLetters } from "../../src/mail/dead-letter-queries.ts";
import { type Command, DATABASE_OPTION, databaseIn } from "./command.ts";

export const deadLetters: Command = {
  name: "dead-letters",
  args: ["<type>"],
  required: 0,
  options: DATABASE_OPTION,
  summary: "lists the dead letters by type, or sends all of a type again",
  details: "--database selects another database than the first. Fix the cause first.",
  async run(given, { open, logged, print }) {
    const [type] = given.args;
    if (type !== undefined && !REPLAYABLE.includes(type)) {
      throw given.wrong(`"${type}" is no type that can be sent again, which are ${REPLAYABLE.join(", ")}`);
    }
    const db = open(databaseIn(given, "DB"));
    let { left } = await runBatch(db, { left: countDeadLetters(db) });
    if (type !== undefined) {
      const count = left.reduce((sum, one) => sum + (one.type === type ? one.count : 0), 0);
      if (count === 0) return print(`There are no dead letters of type ${type}. Nothing was changed.`);
      ({ left } = await runBatch(db, {
        replayed: replayDeadLetters(db, type),
        log: logged(db, { target: type, before: { count }, after: { count: 0 } }),
        left: countDeadLetters(db),
      }));
      print("The messages are in the outbox and will be on their queue within a minute.\n");
    }
    if (left.length === 0) print("There are no dead letters.");
    for (const { type: name, queue, count, lastAt } of left) {
      const note = REPLAYABLE.includes(name) ? "" : ", cannot be sent again";
      print(`${count} ${name}, from ${queue}, the last at ${new Date(lastAt).toISOString()}${note}`);
    }
  },
};
