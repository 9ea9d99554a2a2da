/**
 * Writes `docs/openapi-released.json`, the contract on which clients rely: `npm run release:contract`, with each release.
 * Fails if the contract breaks an earlier promise.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildDocument } from "./openapi/build-document.ts";
import { breaksOf, type Contract, contractOf, writeContract } from "./openapi/contract.ts";

const PATH = "docs/openapi-released.json";

const present = contractOf(buildDocument());
const today = new Date().toISOString().slice(0, 10);
const breaks = existsSync(PATH) ? breaksOf(JSON.parse(readFileSync(PATH, "utf8")) as Contract, present, today) : [];
for (const one of breaks) console.error(one);
if (breaks.length === 0) writeFileSync(PATH, writeContract(present));
process.exitCode = breaks.length === 0 ? 0 : 1;
