import { expect, it } from "vitest";
import type { ServedDocument, ServedOperation } from "../../scripts/openapi/document.ts";
import { faultsOf } from "../../scripts/openapi/faults.ts";
import { headerReadFaults } from "../../scripts/openapi/header-reads.ts";
import type { JsonSchema } from "../../scripts/openapi/json-schema.ts";

const ID = { "X-Request-Id": {} };
const LIMITS = { RateLimit: {}, "RateLimit-Policy": {} };
const THING: JsonSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

function problem(code: string) {
  const error = { type: "object", properties: { error: { type: "string", enum: [code] } } };
  const schema = { allOf: [{ $ref: "#/components/schemas/Problem" }, error] };
  return { schema, examples: { [code]: { $ref: `#/components/examples/${code}` } } };
}

/** Returns a document without a fault, with the given changes. */
function documentWith(
  changes: Partial<ServedOperation> = {},
  schemas: Record<string, JsonSchema> = {},
): ServedDocument {
  const media = { schema: { $ref: "#/components/schemas/Thing" }, example: { name: "Ada" } };
  const refused = { description: "", headers: { ...ID, ...LIMITS, "Retry-After": {} } };
  const operation: ServedOperation = {
    operationId: "makeThing",
    tags: ["Things"],
    parameters: [{ name: "Idempotency-Key", in: "header", description: "A key", schema: { type: "string" } }],
    requestBody: { content: { "application/json": media } },
    responses: {
      201: {
        description: "",
        headers: { ...ID, ...LIMITS, "Idempotency-Replayed": {} },
        content: { "application/json": media },
      },
      429: { ...refused, content: { "application/problem+json": problem("rate_limited") } },
    },
    ...changes,
  };
  const examples = { rate_limited: { value: { error: "rate_limited" } } };
  const tags = [{ name: "Things", description: "Things" }];
  return {
    tags,
    paths: { "/things": { post: operation } },
    components: { schemas: { Thing: THING, ...schemas }, examples },
  };
}

it("finds nothing in a valid document", () => {
  expect(faultsOf(documentWith())).toEqual([]);
});

it("reports a document without operations", () => {
  expect(faultsOf({ ...documentWith(), paths: {} })).toEqual(["the document has no operations"]);
});

it.each<[string, Partial<ServedOperation>, Record<string, JsonSchema>, string]>([
  ["an undescribed tag", { tags: ["Others"] }, {}, "the tag Others is not described"],
  [
    "an undescribed parameter",
    { parameters: [{ name: "page", in: "query", schema: { type: "integer" } }] },
    {},
    "makeThing, parameter page has no description",
  ],
  ["an operation without a tag", { tags: [] }, {}, "makeThing needs one tag"],
  [
    "a default in a request",
    {},
    { Thing: { ...THING, properties: { name: { type: "string", default: "" } } } },
    "Thing.name has a default",
  ],
  [
    "a default of a parameter",
    { parameters: [{ name: "limit", in: "query", schema: { type: "integer", default: 50 } }] },
    {},
    "makeThing, parameter limit has a default",
  ],
  [
    "a field whose name does not say everything and that has no description",
    {},
    { Thing: { ...THING, properties: { name: { type: "string" }, offer_hours: { type: "integer" } } } },
    "Thing.offer_hours has no description",
  ],
  [
    "an enum with a length",
    {},
    { Thing: { ...THING, properties: { name: { type: "string", enum: ["a"], maxLength: 64 } } } },
    "Thing.name has an enum and a length",
  ],
  ["a nullable component", {}, { Other: { ...THING, type: ["object", "null"] } }, "Other is nullable itself"],
  [
    "a component that is a union with null",
    {},
    { Other: { anyOf: [THING, { type: "null" }] } },
    "Other is nullable itself",
  ],
  [
    "a nullable reference",
    {},
    {
      Other: { properties: { it: { allOf: [{ $ref: "#/components/schemas/Thing" }, { type: ["object", "null"] }] } } },
    },
    "Other.it makes #/components/schemas/Thing nullable",
  ],
  [
    "a request without an example",
    { requestBody: { content: { "application/json": { schema: THING } } } },
    {},
    "makeThing: the request has no example of application/json",
  ],
  [
    "a response without an example and without headers",
    { responses: { 200: { description: "", content: { "application/json": { schema: THING } } } } },
    {},
    "makeThing, 200: has no header X-Request-Id",
  ],
  [
    "an error whose code is free text",
    {
      responses: { 409: { description: "", headers: ID, content: { "application/problem+json": { schema: THING } } } },
    },
    {},
    "makeThing, 409: `error` is not a closed list of codes",
  ],
  [
    "a code without an example",
    { responses: { 409: { description: "", headers: ID, content: { "application/problem+json": problem("gone") } } } },
    {},
    "makeThing, 409: gone has no example",
  ],
  [
    "a rate-limited response without its headers",
    { responses: { ...documentWith().paths["/things"]?.post?.responses, 200: { description: "", headers: ID } } },
    {},
    "makeThing, 200: has no header RateLimit",
  ],
])("reports %s", (_, changes, schemas, expected) => {
  expect(faultsOf(documentWith(changes, schemas)).join("\n")).toContain(expected);
});

it("reports a header that a handler reads and its operation does not name", () => {
  const source = (header: string) =>
    `things.post("/things", { name: "makeThing", run: () => c.req.header(${header}) });`;
  const faultsIn = (header: string) => headerReadFaults({ "src/things/routes.ts": source(header) }, documentWith());
  expect(faultsIn('"idempotency-key"')).toEqual([]);
  expect(faultsIn('"content-type"')).toEqual([]);
  expect(faultsIn('"if-match"')).toEqual(['makeThing reads the header "if-match" and does not name it in `headers`']);
  expect(faultsIn("HEADER")).toEqual(["makeThing reads the header HEADER and does not name it in `headers`"]);
  const helper = { "src/things/guard.ts": 'export const guard = (c) => c.req.header("x-usher-thing");' };
  expect(headerReadFaults(helper, documentWith())).toEqual([
    'src/things/guard.ts reads the header "x-usher-thing": see READERS of header-reads.ts',
  ]);
});
