import type { ServedMedia } from "../openapi/document.ts";
import { exampleOf } from "../openapi/example-of.ts";
import { componentOf, type JsonSchema } from "../openapi/json-schema.ts";
import { EXAMPLE_ORIGIN, type Operation, type Parameter, type ReferenceDocument } from "./document.ts";

type Components = ReferenceDocument["components"];

const JSON_TYPE = "application/json";
const CSV_TYPE = "text/csv";
const FORM_TYPE = "multipart/form-data";
/** The status of an open WebSocket. */
const SWITCHING = "101";

/** Returns the example of a body in the document: its own, or the first of several. */
export function mediaExample({ example, examples }: ServedMedia, { examples: shared }: Components): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  if (first === undefined) return undefined;
  return "$ref" in first ? shared[first.$ref.split("/").at(-1) ?? ""]?.value : first.value;
}

/** True if programs of hosts call the operation. The others are called by providers of email, text messages and payments. */
function isCalledByClients({ path }: Operation): boolean {
  return !path.startsWith("/webhooks/");
}

/** Returns the request of an operation as a shell command, or null if curl cannot send it. */
export function curlExample(operation: Operation, components: Components): string | null {
  const { method, security, requestBody, responses } = operation;
  if (!isCalledByClients(operation) || SWITCHING in responses) return null;
  const body = requestBody?.content ?? {};
  const isIdempotent = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
  const hasDefaultMethod = method === "GET" || (method === "POST" && requestBody !== undefined);
  const parts = [
    `curl ${quoted(EXAMPLE_ORIGIN + addressOf(operation, components))}`,
    ...(hasDefaultMethod ? [] : [`-X ${method}`]),
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...bodyParts(body, components),
    ...(isFile(operation) ? ["-OJ"] : []),
  ];
  return parts.join(" \\\n  ");
}

function bodyParts(body: Record<string, ServedMedia>, components: Components): string[] {
  const { [JSON_TYPE]: json, [CSV_TYPE]: csv, [FORM_TYPE]: form } = body;
  if (json) return [`--json ${quoted(JSON.stringify(mediaExample(json, components), null, 2))}`];
  if (csv) return [`-H "Content-Type: ${CSV_TYPE}"`, "--data-binary @guests.csv"];
  return form ? ["-F file=@cover.jpg"] : [];
}

/** Returns an argument for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w:/.@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the request of an operation with `@usher/client`, or with `fetch` if it sends a file. */
export function typescriptExample(operation: Operation, components: Components): string | null {
  if (!isCalledByClients(operation)) return null;
  const { method, path, requestBody, responses } = operation;
  const address = addressOf(operation, components);
  if (SWITCHING in responses) {
    return `const socket = new WebSocket(${JSON.stringify(EXAMPLE_ORIGIN.replace("http", "ws") + address)});`;
  }
  const json = requestBody?.content[JSON_TYPE];
  if (requestBody !== undefined && json === undefined) return fetchExample(operation, address);
  const params = paramsOf(operation, components);
  const as = parseAs(operation);
  const init = {
    ...(params === null ? {} : { params }),
    ...(json === undefined ? {} : { body: mediaExample(json, components) }),
    ...(as === null ? {} : { parseAs: as }),
  };
  const given = Object.keys(init).length === 0 ? "" : `, ${literal(init)}`;
  if (isPaginated(operation, components)) {
    return `for await (const item of client.paginate("${path}"${given})) {\n  console.log(item);\n}`;
  }
  const call = `await client.${method}("${path}"${given});`;
  return hasBody(operation) ? `const { data } = ${call}` : call;
}

function fetchExample({ method, requestBody, security }: Operation, address: string): string {
  const isForm = requestBody?.content[CSV_TYPE] === undefined;
  const headers = [
    ...(security.length > 0 ? ["Authorization: `Bearer $" + "{token}`"] : []),
    ...(isForm ? [] : [`"Content-Type": "${CSV_TYPE}"`]),
  ];
  return [
    ...(isForm ? ["const form = new FormData();", 'form.set("file", file);'] : []),
    `const response = await fetch("${EXAMPLE_ORIGIN}${address}", {`,
    `  method: "${method}",`,
    `  headers: { ${headers.join(", ")} },`,
    `  body: ${isForm ? "form" : "file"},`,
    "});",
  ].join("\n");
}

/** Returns the path and the required part of the query, with the values of the examples. */
function addressOf({ path, parameters = [] }: Operation, components: Components): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (all, name) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return parameter ? encodeURIComponent(String(exampleValue(parameter, components))) : all;
  });
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(exampleValue(parameter, components)))}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

function paramsOf({ parameters = [] }: Operation, components: Components): object | null {
  const required = parameters.filter((parameter) => parameter.required);
  if (required.length === 0) return null;
  const groups = Map.groupBy(required, (parameter) => parameter.in);
  return Object.fromEntries(
    [...groups].map(([place, ofPlace]) => [
      place,
      Object.fromEntries(ofPlace.map((parameter) => [parameter.name, exampleValue(parameter, components)])),
    ]),
  );
}

/** Fields are in snake case and parameters of paths are not, so `eventId` has the example of `event_id`. */
function exampleValue({ name, schema }: Parameter, { schemas }: Components): unknown {
  const field = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return exampleOf(schema, { components: schemas, direction: "request", owner: "", name: field });
}

function successOf({ responses }: Operation) {
  return Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
}

function hasBody(operation: Operation): boolean {
  return successOf(operation)?.content !== undefined;
}

/** True if the response is a file to save. */
function isFile(operation: Operation): boolean {
  const [type] = Object.keys(successOf(operation)?.content ?? {});
  return type !== undefined && type !== JSON_TYPE && type !== "text/html";
}

/** Returns how the client reads a response that is not JSON, or null for JSON. */
function parseAs(operation: Operation): string | null {
  const [type = JSON_TYPE] = Object.keys(successOf(operation)?.content ?? {});
  if (type === JSON_TYPE) return null;
  return type.startsWith("text/") ? "text" : "blob";
}

function isPaginated(operation: Operation, { schemas }: Components): boolean {
  const schema: JsonSchema = successOf(operation)?.content?.[JSON_TYPE]?.schema ?? {};
  const { properties = {} } = schemas[componentOf(schema) ?? ""] ?? schema;
  return operation.method === "GET" && "items" in properties && "next_cursor" in properties;
}

/** Lines longer than this are broken. */
const WIDTH = 64;

/** Returns a value as a TypeScript literal, short values on one line. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = (inner: string) =>
    Object.entries(value).map(([name, one]) => (isList ? "" : `${keyOf(name)}: `) + literal(one, inner));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts(deeper).length === 0) return open + close;
  const flat = isList ? `[${parts("").join(", ")}]` : `{ ${parts("").join(", ")} }`;
  if (!flat.includes("\n") && indent.length + flat.length <= WIDTH) return flat;
  return `${open}\n${parts(deeper)
    .map((part) => `${deeper}${part},\n`)
    .join("")}${indent}${close}`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
