import {
  codesOf,
  operationsOf,
  PROBLEM,
  type ServedDocument,
  type ServedMedia,
  type ServedOperation,
  type ServedResponse,
} from "./document.ts";
import { CLEAR_NAMES } from "./field-texts.ts";
import { type JsonSchema, partsOf } from "./json-schema.ts";

/** A socket is open after 101: there is no response to describe. */
const SWITCHING = "101";
const NO_RESPONSE: ServedResponse = { description: "" };

/** Returns the faults that would spoil the generated types or the API reference, one line each. */
export function faultsOf(document: ServedDocument): string[] {
  const { schemas } = document.components;
  const operations = operationsOf(document);
  if (operations.length === 0) return ["the document has no operations"];
  return [
    ...tagFaults(document),
    ...Object.entries(schemas).flatMap(([name, schema]) => [
      ...(isNullable(schema)
        ? [`${name} is nullable itself: use orNull() of src/http/fields.ts where it may be null`]
        : []),
      ...schemaFaults(schema, name),
    ]),
    ...operations.flatMap((operation) => [
      ...requestFaults(operation),
      ...Object.entries(operation.responses).flatMap(([status, response]) => [
        ...headerFaults(operation, status, response),
        ...(Number(status) < 400 ? [] : problemFaults(operation, status, response, document)),
      ]),
      ...exampleFaults(operation),
    ]),
  ];
}

/** Each operation has a chapter of the reference, and each chapter is described. */
function tagFaults(document: ServedDocument): string[] {
  const operations = operationsOf(document);
  const described = new Set(document.tags?.map(({ name }) => name));
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  return [
    ...[...used].filter((tag) => !described.has(tag)).map((tag) => `the tag ${tag} is not described`),
    ...[...described].filter((tag) => !used.has(tag)).map((tag) => `the tag ${tag} has no operation`),
    ...operations.filter(({ tags = [] }) => tags.length !== 1).map(({ operationId }) => `${operationId} needs one tag`),
  ];
}

function requestFaults({ operationId, parameters = [], requestBody }: ServedOperation): string[] {
  const media = Object.entries(requestBody?.content ?? {});
  return [
    ...parameters
      .filter(({ description = "" }) => description === "")
      .map(
        ({ name }) => `${operationId}, parameter ${name} has no description: see scripts/openapi/parameter-texts.ts`,
      ),
    ...parameters.flatMap(({ name, schema }) => schemaFaults(schema, `${operationId}, parameter ${name}`)),
    ...media.flatMap(([type, { schema }]) => schemaFaults(schema, `${operationId}, body ${type}`)),
  ];
}

/** Faults of a schema and everything inside it. */
function schemaFaults(schema: JsonSchema, at: string): string[] {
  const [reference, ...added] = schema.allOf ?? [];
  return [
    ...(schema.enum !== undefined && (schema.minLength ?? schema.maxLength) !== undefined
      ? [`${at} has an enum and a length, which some generators cannot compile`]
      : []),
    ...("default" in schema ? [`${at} has a default, which makes an optional field required in generated types`] : []),
    ...(reference?.$ref !== undefined && added.some(isNullable)
      ? [`${at} makes ${reference.$ref} nullable: use orNull() of src/http/fields.ts`]
      : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
      ...(isClear(name, one) ? [] : [`${at}.${name} has no description: see scripts/openapi/field-texts.ts`]),
      ...schemaFaults(one, `${at}.${name}`),
    ]),
    ...partsOf({ ...schema, properties: {} }).flatMap((one) => schemaFaults(one, at)),
  ];
}

/** True if a field needs no description: it has one, refers to a component, has one value, or its name says everything. */
function isClear(name: string, { $ref, description, enum: values, anyOf = [], oneOf = [] }: JsonSchema): boolean {
  const isComponent = [$ref, ...[...anyOf, ...oneOf].map((option) => option.$ref)].some((ref) => ref !== undefined);
  return description !== undefined || isComponent || values?.length === 1 || CLEAR_NAMES.has(name);
}

function isNullable({ type = [], anyOf = [], oneOf = [] }: JsonSchema): boolean {
  return [type].flat().includes("null") || [...anyOf, ...oneOf].some((one) => one.type === "null");
}

function problemFaults(
  { operationId }: ServedOperation,
  status: string,
  response: ServedResponse,
  { components }: ServedDocument,
): string[] {
  const at = `${operationId}, ${status}`;
  const codes = codesOf(response);
  if (codes.length === 0) return [`${at}: \`error\` is not a closed list of codes`];
  const examples = Object.values(response.content?.[PROBLEM]?.examples ?? {}).map((example) => {
    const name = "$ref" in example ? example.$ref.slice("#/components/examples/".length) : null;
    return name === null ? undefined : components.examples[name]?.value.error;
  });
  return codes.filter((code) => !examples.includes(code)).map((code) => `${at}: ${code} has no example`);
}

function headerFaults(operation: ServedOperation, status: string, { headers = {} }: ServedResponse): string[] {
  const isLimited = codesOf(operation.responses["429"] ?? NO_RESPONSE).includes("rate_limited");
  const isIdempotent = codesOf(operation.responses["409"] ?? NO_RESPONSE).includes("idempotency_key_reused");
  const expected = [
    "X-Request-Id",
    // Refused before it is counted.
    ...(isLimited && status !== "413" ? ["RateLimit", "RateLimit-Policy"] : []),
    ...(status === "429" || status === "503" ? ["Retry-After"] : []),
    ...(isIdempotent && Number(status) < 300 ? ["Idempotency-Replayed"] : []),
  ];
  return expected
    .filter((name) => !(name in headers))
    .map((name) => `${operation.operationId}, ${status}: has no header ${name}`);
}

function exampleFaults({ operationId, requestBody, responses }: ServedOperation): string[] {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400 && status !== SWITCHING);
  return [
    ...Object.entries(requestBody?.content ?? {})
      .filter(([, media]) => !hasExample(media))
      .map(([type]) => `${operationId}: the request has no example of ${type}`),
    ...successes.flatMap(([status, { content = {} }]) =>
      Object.entries(content)
        .filter(([, media]) => !hasExample(media))
        .map(([type]) => `${operationId}, ${status}: has no example of ${type}`),
    ),
  ];
}

/** Bytes have no text that shows them. */
function hasExample({ schema, example, examples }: ServedMedia): boolean {
  return example !== undefined || Object.keys(examples ?? {}).length > 0 || schema.format === "binary";
}
