import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ReferenceDocument, readReference } from "../reference/document.ts";
import { typescriptExample } from "../reference/examples.ts";

/** Declarations that the examples use: a client, the token of a session, and a file. */
const HEAD = `import { createClient } from "@usher/client";
const client = createClient({ baseUrl: "https://usher.example" });
declare const token: string;
declare const file: Blob;`;

/**
 * Writes the reference's TypeScript examples as a project that is compiled with the types of `@usher/client`.
 * @param folder a folder inside the project, so that its packages are found
 * @returns the path of its tsconfig.json
 */
export function writeTypescriptExamples(document: ReferenceDocument, folder: string): string {
  const { operations } = readReference(document);
  const examples = operations.flatMap((operation) => {
    const example = typescriptExample(operation, document.components);
    return example === null ? [] : [`export async function ${operation.operationId}() {\n${example}\n}`];
  });
  const project = join(folder, "tsconfig.json");
  mkdirSync(dirname(project), { recursive: true });
  writeFileSync(join(folder, "examples.ts"), [HEAD, ...examples].join("\n"));
  writeFileSync(
    project,
    JSON.stringify({
      extends: "../../../clients/typescript/tsconfig.json",
      compilerOptions: { noUnusedLocals: false },
      include: ["examples.ts"],
    }),
  );
  return project;
}
