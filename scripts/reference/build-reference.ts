import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { loadBundle } from "../assets/load-bundle.ts";
import { EXAMPLE_ORIGIN, type ReferenceDocument } from "./document.ts";
import type { ReferenceFiles } from "./render.tsx";
import { referenceStyle } from "./style.ts";

const README = "clients/typescript/README.md";

/** The Worker's app, the document of its routes, and the renderer, as one module for Node. */
const ENTRY = `
import { app } from "./src/app.ts";
import { openApiDocument } from "./scripts/openapi/describe-api.ts";
export { renderReference } from "./scripts/reference/render.tsx";
export const describe = (serverUrl) => openApiDocument(app, serverUrl);
`;

interface Bundle {
  describe(serverUrl: string): ReferenceDocument;
  renderReference(document: ReferenceDocument, quickStart: string, version: string): ReferenceFiles;
}

/**
 * Writes the OpenAPI document and the API reference into a folder, from the routes that the Worker serves. The build does this
 * and not the Worker, whose bundle and start are limited, and because both only change with a build.
 * @param script the built script of its pages
 */
export async function buildReference(root: string, folder: string, script: Uint8Array): Promise<void> {
  const style = referenceStyle();
  const { describe, renderReference } = await loadBundle<Bundle>(root, ENTRY);
  const document = describe(EXAMPLE_ORIGIN);
  const hash = createHash("sha256").update(script).update(style).update(JSON.stringify(document));
  const files: Record<string, string | Uint8Array> = {
    ...renderReference(document, readQuickStart(root), hash.digest("hex").slice(0, 12)),
    "openapi.json": JSON.stringify(document),
    "assets/reference.css": style,
    "assets/reference.js": script,
  };
  removeOthers(folder, files);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Files of earlier builds would be deployed, too. */
function removeOthers(folder: string, files: object): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  for (const path of paths) if (!Object.hasOwn(files, path)) rmSync(join(folder, path));
}

/** The first block of code of the client's README. */
function readQuickStart(root: string): string {
  const [, code] = /^## Quick start$.*?^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, README), "utf8")) ?? [];
  if (code === undefined) throw new Error(`${README} has no quick start`);
  return code.trim();
}
