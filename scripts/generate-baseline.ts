/** Writes the digest of the schema into its last statement, in migrations/0001_baseline.sql. */
import { writeFileSync } from "node:fs";
import { BASELINE_PATH, renderBaseline } from "./migrations/baseline.ts";

writeFileSync(BASELINE_PATH, renderBaseline("."));
