/** Writes docs/promises.md from the `@spec` and `@promise` comments above the tests. */
import { writeFileSync } from "node:fs";
import { PROMISES_PATH, readPromises, renderPromises } from "./promises/document.ts";

const promises = readPromises(".");
writeFileSync(PROMISES_PATH, renderPromises(promises));
for (const problem of promises.problems) console.error(problem);
if (promises.problems.length > 0) process.exitCode = 1;
