/**
 * Writes the types of `@usher/client` from the OpenAPI document of the Worker: `npm run generate:client`. A separate program
 * because wrangler takes over the process.
 */
import { writeFileSync } from "node:fs";
import { CLIENT_TYPES_PATH, generateClientTypes } from "./openapi/generate-client-schema.ts";
import { fetchServedDocument } from "./openapi/served-document.ts";

writeFileSync(CLIENT_TYPES_PATH, await generateClientTypes(await fetchServedDocument()));
process.exit(0);
