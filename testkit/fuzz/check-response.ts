import type { Operation, Schema } from "./document.ts";
import type { WireRequest, WireResponse } from "./request.ts";
import { schemaViolation } from "./schema-violation.ts";

/** Internals that an error response must not contain: paths of the code, SQL, and names of internal errors. */
const INTERNALS =
  /\n\s+at |\.ts:\d|\.js:\d|file:\/\/|node_modules|SQLITE|D1_ERROR|\b(select|insert into|update|delete from) .+\b(from|where|set|values)\b|TypeError|RangeError|SyntaxError|ZodError|DrizzleQueryError|\[object /;
const PROBLEM = "application/problem+json";
/** Pages outside the document, for a GET: an operation's page, and the start page, to which `/access/..` leads. */
const PAGES: ReadonlySet<string> = new Set(["/", "/lost-link"]);
/** Required members of every error response, including those for unknown paths and methods. */
const PROBLEM_SCHEMA: Schema = {
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },

    instance: { type: "string" },
    error: { type: "string", pattern: "^[a-z_]+$" },
    request_id: { type: "string" },
  },
  required: ["type", "title", "status", "detail", "instance", "error", "request_id"],
};

/** One request and its response. */
export interface Exchange {
  operations: readonly Operation[];
  wire: WireRequest;
  secrets: readonly string[];
  answer: WireResponse | string;
}

/** All violations of the OpenAPI document by a response. */
export function responseProblems(found: Exchange): string[] {
  const { answer, wire } = found;
  if (typeof answer === "string") return [answer];
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`answers ${answer.status}`);
  if (answer.headers["x-request-id"] === undefined) faults.push("has no X-Request-Id");
  const text = new TextDecoder().decode(answer.body);
  if (answer.status >= 400) {
    const inside = INTERNALS.exec(text);
    if (inside) faults.push(`leaks internals: ${inside[0].slice(0, 60)}`);
    if (found.secrets.some((secret) => secret.length > 12 && text.includes(secret))) faults.push("repeats a secret");
  }
  const operation = operationFor(found.operations, wire);
  faults.push(...(operation ? documentedProblems(operation, wire, answer) : undocumentedProblems(answer, wire)));
  return faults;
}

/** The operation that a request matches, if any. HEAD matches GET. */
export function operationFor(operations: readonly Operation[], { method, target }: WireRequest): Operation | undefined {
  const path = pathOf(target);
  const effective = method === "HEAD" ? "GET" : method;
  return operations.find((one) => one.method === effective && one.pattern.test(path));
}

/** The path as HTTP libraries normalize it: dot segments removed, and other characters percent-encoded. */
function pathOf(target: string): string {
  const { pathname } = new URL(`http://usher.invalid${target}`);
  return pathname.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURI(encoded);
    } catch {
      return encoded;
    }
  });
}

function documentedProblems(
  operation: Operation,
  wire: WireRequest,
  { status, headers, body }: WireResponse,
): string[] {
  const contents = operation.answers[status];
  if (contents === undefined) return status >= 500 ? [] : [`answers ${status}, which is not in the document`];
  if (wire.method === "HEAD") return body.length > 0 ? ["answers a HEAD with a body"] : [];
  const types = Object.keys(contents);
  const type = headers["content-type"]?.split(";")[0] ?? "";
  if (types.length === 0) return body.length > 0 ? [`answers ${status} with a body that is not in the document`] : [];
  const schema = contents[type];
  if (schema === undefined) return [`answers ${status} with "${type}", which is not in the document`];
  if (type === PROBLEM && schema.properties?.error?.enum === undefined) {
    return [`the document has no codes for ${status}`];
  }
  return type.endsWith("json") ? bodyProblems(body, schema, status) : [];
}

/** Checks the response to a path or method that is not in the document: a page, 404, or 405 with `Allow`. */
function undocumentedProblems({ status, headers, body }: WireResponse, wire: WireRequest): string[] {
  if (status === 200 && isPage(wire)) {
    return headers["content-type"]?.startsWith("text/html") ? [] : ["answers a page that is not HTML"];
  }
  if (status !== 404 && status !== 405) return [`answers ${status} where the document has nothing`];
  if (status === 405 && !headers.allow) return ["answers 405 without Allow"];
  if (wire.method === "HEAD") return [];
  return headers["content-type"] === PROBLEM
    ? bodyProblems(body, PROBLEM_SCHEMA, status)
    : ["is not a problem document"];
}

function isPage({ method, target }: WireRequest): boolean {
  return (method === "GET" || method === "HEAD") && PAGES.has(pathOf(target));
}

function bodyProblems(body: Uint8Array, schema: Schema, status: number): string[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return [`answers ${status} with JSON that cannot be read`];
  }
  const wrong = schemaViolation(value, schema) ?? (status >= 400 ? schemaViolation(value, PROBLEM_SCHEMA) : null);
  return wrong === null ? [] : [`answers ${status} with a body that does not fit: ${wrong}`];
}
