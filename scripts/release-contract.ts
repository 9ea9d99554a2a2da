/**
 * Writes `docs/openapi-released.json`, what clients may rely on: `npm run release:contract`, with each release. Refuses to
 * forget what was promised before. A program of its own because wrangler takes over the process.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { breaksOf } from "./openapi/breaks.ts";
import { type Contract, contractOf, writeContract } from "./openapi/contract.ts";
import { fetchServedDocument } from "./openapi/served-document.ts";

const PATH = "docs/openapi-released.json";

const present = contractOf(await fetchServedDocument());
const today = new Date().toISOString().slice(0, 10);
const breaks = existsSync(PATH) ? breaksOf(JSON.parse(readFileSync(PATH, "utf8")) as Contract, present, today) : [];
for (const one of breaks) console.error(one);
if (breaks.length === 0) writeFileSync(PATH, writeContract(present));
process.exit(breaks.length === 0 ? 0 : 1);
