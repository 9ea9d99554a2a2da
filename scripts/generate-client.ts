/** Writes the types of `@usher/client` from the OpenAPI document: `npm run generate:client`. */
import { writeFileSync } from "node:fs";
import { buildDocument } from "./openapi/build-document.ts";
import { CLIENT_TYPES_PATH, generateClientTypes } from "./openapi/generate-client-schema.ts";

writeFileSync(CLIENT_TYPES_PATH, await generateClientTypes(buildDocument()));
