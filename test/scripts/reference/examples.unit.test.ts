import { describe, expect, it } from "vitest";
import type { Operation } from "../../../scripts/reference/document.ts";
import { curlExample, typescriptExample } from "../../../scripts/reference/examples.ts";

const COMPONENTS = { schemas: {}, examples: {}, headers: {}, securitySchemes: {} };
const ID = { type: "string", format: "uuid" };

function operationWith(changes: Partial<Operation>): Operation {
  return {
    operationId: "makeThing",
    tags: ["Things"],
    summary: "Make a thing",
    page: "/docs/things",
    method: "POST",
    path: "/events/{eventId}/things",
    security: [{ bearer: [] }],
    "x-access": "editor",
    parameters: [{ name: "eventId", in: "path", required: true, schema: ID }],
    responses: { 201: { description: "", content: { "application/json": { schema: {}, example: {} } } } },
    ...changes,
  };
}

const THING = { content: { "application/json": { schema: {}, example: { name: "Ada's", tags: ["family"] } } } };

describe("curlExample and typescriptExample", () => {
  it("quotes the parameters, token and body for a shell", () => {
    const operation = operationWith({ requestBody: THING });
    expect(curlExample(operation, COMPONENTS)).toBe(
      [
        "curl https://usher.example/events/0191e0b1-7a3c-7f00-8000-000000000010/things \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        `  --json '{\n  "name": "Ada'\\''s",\n  "tags": [\n    "family"\n  ]\n}'`,
      ].join("\n"),
    );
  });

  it("writes a client call, with short values on one line", () => {
    const operation = operationWith({ requestBody: THING });
    expect(typescriptExample(operation, COMPONENTS)).toBe(
      [
        'const { data } = await client.POST("/events/{eventId}/things", {',
        '  params: { path: { eventId: "0191e0b1-7a3c-7f00-8000-000000000010" } },',
        '  body: { name: "Ada\'s", tags: ["family"] },',
        "});",
      ].join("\n"),
    );
  });

  it("iterates over a list with a cursor", () => {
    const schema = { type: "object", properties: { items: { type: "array" }, next_cursor: { type: "string" } } };
    const responses = { 200: { description: "", content: { "application/json": { schema, example: {} } } } };
    const operation = operationWith({ method: "GET", responses });
    expect(typescriptExample(operation, COMPONENTS)).toMatch(/^for await \(const item of client\.paginate\(/);
  });

  it("names the method if curl would use another, and omits an unneeded token", () => {
    const operation = operationWith({ method: "DELETE", security: [], responses: { 204: { description: "" } } });
    expect(curlExample(operation, COMPONENTS)).toMatch(/things \\\n {2}-X DELETE$/);
    expect(typescriptExample(operation, COMPONENTS)).toMatch(/^await client\.DELETE\(/);
  });

  it("opens a WebSocket for a socket route, and omits providers' webhooks", () => {
    const socket = operationWith({ method: "GET", responses: { 101: { description: "" } } });
    expect(curlExample(socket, COMPONENTS)).toBeNull();
    expect(typescriptExample(socket, COMPONENTS)).toContain('new WebSocket("wss://usher.example/events/');
    expect(typescriptExample(operationWith({ path: "/webhooks/email" }), COMPONENTS)).toBeNull();
  });
});
