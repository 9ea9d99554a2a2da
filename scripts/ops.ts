/** Operator commands: `npm run ops -- help` lists them. */
import { join } from "node:path";
import { runProgram } from "./cli-error.ts";
import { connectWrangler } from "./ops/connection.ts";
import { operatorOf } from "./ops/operator.ts";
import { run } from "./ops/run.ts";

const ROOT = join(import.meta.dirname, "..");

await runProgram(() =>
  run(process.argv.slice(2), {
    connect: (place) => connectWrangler(place, ROOT),
    print: (text) => console.log(text),
    now: Date.now,
    operator: operatorOf(process.env),
    folder: process.cwd(),
  }),
);
