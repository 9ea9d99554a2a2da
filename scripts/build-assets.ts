/** Puts the three files of the API reference where the Worker's `ASSETS` binding serves them. Run before every build. */
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const TARGET = ".wrangler/assets/docs/assets";
const FILES = ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png"];

const source = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
mkdirSync(TARGET, { recursive: true });
for (const file of FILES) copyFileSync(join(source, file), join(TARGET, file));
