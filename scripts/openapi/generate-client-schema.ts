import openapiTS, { astToString } from "openapi-typescript";
import { codesOf, PROBLEM, type ServedDocument, type ServedMedia, type ServedResponse } from "./document.ts";

/** The types of `@usher/client`, generated from the document. */
export const CLIENT_TYPES_PATH = "clients/typescript/src/schema.ts";

const HEADING = "// Generated from the service's OpenAPI document by `npm run generate:client`. Do not edit.";

/** Returns the text of `CLIENT_TYPES_PATH` for a document. */
export async function generateClientTypes(document: ServedDocument): Promise<string> {
  const types = await openapiTS(JSON.stringify(forTypes(document)), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    alphabetize: true,
    silent: true,
  });
  return `${HEADING}\n\n${astToString(types)}\n${scopes(document)}\n${idempotentPosts(document)}`;
}

/** Returns the scopes of API keys as a list, for programs in which users choose scopes. */
function scopes({ components }: ServedDocument): string {
  const { enum: values = [] } = components.schemas?.Scope ?? {};
  if (values.length === 0) throw new Error("The document has no scopes.");
  const lines = values.map((scope) => `    ${JSON.stringify(scope)},`);
  return `/** All scopes of API keys, reading before writing. */\nexport const SCOPES: readonly Scope[] = [\n${lines.join("\n")}\n];\n`;
}

/** Returns the paths whose POST accepts an `Idempotency-Key`, which the client needs at run time. */
function idempotentPosts({ paths }: ServedDocument): string {
  const found = Object.entries(paths).filter(([, { post }]) =>
    post?.parameters?.some(({ name }) => name === "Idempotency-Key"),
  );
  const lines = found.map(([path]) => `    ${JSON.stringify(path)},`).sort();
  return `/** Paths whose POST takes an \`Idempotency-Key\`. */\nexport const IDEMPOTENT_POSTS: ReadonlySet<string> = new Set([\n${lines.join("\n")}\n]);\n`;
}

/**
 * Removes the parts of the document that the client's types do not need: examples and headers. Merges the problem documents of
 * an operation into one type, because the client throws all of them as the same class.
 */
function forTypes(document: ServedDocument): object {
  const { headers: _, examples: __, ...components } = document.components as Record<string, unknown>;
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      ...(operation.requestBody
        ? { requestBody: { ...operation.requestBody, content: schemasOf(operation.requestBody.content) } }
        : {}),
      responses: responsesOf(operation.responses),
    })),
  );
  return { ...document, paths, components };
}

function responsesOf(responses: Record<string, ServedResponse>): Record<string, object> {
  const [successes, problems] = [true, false].map((isSuccess) =>
    Object.entries(responses).filter(([status]) => Number(status) < 400 === isSuccess),
  );
  const kept = (successes ?? []).map(([status, { headers: _, ...response }]) => [
    status,
    { ...response, ...(response.content ? { content: schemasOf(response.content) } : {}) },
  ]);
  const codes = [...new Set((problems ?? []).flatMap(([, response]) => codesOf(response)))].sort();
  const error = { type: "object", properties: { error: { type: "string", enum: codes } }, required: ["error"] };
  const schema = { allOf: [{ $ref: "#/components/schemas/Problem" }, error] };
  const refused = { description: "A problem document", content: { [PROBLEM]: { schema } } };
  return { ...Object.fromEntries(kept), ...(codes.length > 0 ? { default: refused } : {}) };
}

function schemasOf(content: Record<string, ServedMedia>): object {
  return mapValues(content, ({ schema }) => ({ schema }));
}

function mapValues<Value, Mapped>(
  record: Record<string, Value>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
