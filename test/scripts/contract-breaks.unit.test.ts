import { describe, expect, it } from "vitest";
import {
  breaksOf,
  type Contract,
  contractOf,
  type OperationContract,
  type Shape,
  shapeOf,
  writeContract,
} from "../../scripts/openapi/contract.ts";

const CREATE: OperationContract = {
  name: "createGuest",
  credentials: ["api_key guests:write", "bearer"],
  parameters: { "path eventId": "string", "query notify?": "'false'|'true'" },
  body: { "application/json": "NewGuest" },
  answers: { "201 application/json": "Guest" },
};
const NEW_GUEST = { name: "string", "phone?": "null|string", "kind?": "'family'|'friend'", "size?": "integer" };
const GUEST = {
  id: "string",
  answer: "'no'|'yes'|null",
  tags: ["string"],
  size: "integer",
  "host?": { name: "string" },
};
const RELEASED: Contract = { operations: { "POST /guests": CREATE }, schemas: { NewGuest: NEW_GUEST, Guest: GUEST } };

/** Returns the breaks of the contract after a change of one of its parts. */
function breaksAfter(change: {
  operation?: Partial<OperationContract>;
  takes?: object;
  gives?: object;
  route?: string;
}) {
  const operations = { [change.route ?? "POST /guests"]: { ...CREATE, ...change.operation } };
  const without = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, shape]) => shape !== undefined)) as Record<string, Shape>;
  const schemas = {
    NewGuest: without({ ...NEW_GUEST, ...change.takes }),
    Guest: without({ ...GUEST, ...change.gives }),
  };
  return breaksOf(RELEASED, { operations, schemas }, "2027-01-01");
}

describe("breaksOf", () => {
  it.each<[string, Parameters<typeof breaksAfter>[0]]>([
    ["no change", {}],
    ["an optional request field", { takes: { "notes?": "string" } }],
    ["an optional request field that was required", { takes: { name: undefined, "name?": "string" } }],
    ["a wider request field", { takes: { "size?": "number", "kind?": "'family'|'friend'|'work'" } }],
    ["a new response field and response value", { gives: { table: "string", answer: "'maybe'|'no'|'yes'|null" } }],
    ["a response field that is no longer optional", { gives: { "host?": undefined, host: { name: "string" } } }],
    [
      "a new optional parameter, credential and response",
      {
        operation: {
          credentials: [...CREATE.credentials, "cookie"],
          parameters: { ...CREATE.parameters, "query dry_run?": "'true'" },
          answers: { ...CREATE.answers, "200 application/json": "Guest" },
        },
      },
    ],
    ["an inlined component", { operation: { answers: { "201 application/json": GUEST } } }],
  ])("allows %s", (_, change) => {
    expect(breaksAfter(change)).toEqual([]);
  });

  it.each<[string, Parameters<typeof breaksAfter>[0], string]>([
    ["a removed operation", { route: "POST /people" }, "createGuest: POST /guests no longer exists"],
    ["a renamed operation", { operation: { name: "addGuest" } }, "createGuest: is named addGuest now"],
    [
      "a changed scope",
      { operation: { credentials: ["api_key guests:all", "bearer"] } },
      "createGuest: no longer accepts api_key guests:write",
    ],
    [
      "a removed parameter",
      { operation: { parameters: { "path eventId": "string" } } },
      "createGuest: query notify no longer exists",
    ],
    [
      "a new required parameter",
      { operation: { parameters: { ...CREATE.parameters, "query key": "string" } } },
      "createGuest: query key is required now",
    ],
    ["a removed request field", { takes: { "phone?": undefined } }, "NewGuest: phone no longer exists"],
    ["a new required request field", { takes: { email: "string" } }, "NewGuest: email is required now"],
    [
      "a request field that became required",
      { takes: { "phone?": undefined, phone: "null|string" } },
      "NewGuest: phone is required now",
    ],
    ["a removed request value", { takes: { "kind?": "'family'" } }, "NewGuest kind: 'friend' no longer exists"],
    ["a request field without null", { takes: { "phone?": "string" } }, "NewGuest phone: null no longer exists"],
    ["a free text that became a choice", { takes: { name: "'Ada'|'Ben'" } }, "NewGuest name: string no longer exists"],
    [
      "a body of another type",
      { operation: { body: { "text/csv": "string" } } },
      "createGuest: no longer accepts application/json",
    ],
    ["a removed response field", { gives: { id: undefined } }, "Guest: id no longer exists"],
    ["a response field that may be absent", { gives: { id: undefined, "id?": "string" } }, "Guest: id is optional now"],
    ["a response field that may be null", { gives: { size: "integer|null" } }, "Guest size: may be null now"],
    ["a response field of another type", { gives: { size: "string" } }, "Guest size: integer no longer exists"],
    ["a removed response value", { gives: { answer: "'yes'|null" } }, "Guest answer: 'no' no longer exists"],
    ["items of another type", { gives: { tags: ["integer"] } }, "Guest tags[]: string no longer exists"],
    ["a list that became a single value", { gives: { tags: "string" } }, "Guest tags: is not a list any longer"],
    ["a removed nested field", { gives: { "host?": {} } }, "Guest host: name no longer exists"],
    [
      "a removed response",
      { operation: { answers: { "202": "nothing" } } },
      "createGuest: no longer returns 201 application/json",
    ],
  ])("reports %s", (_, change, expected) => {
    expect(breaksAfter(change)).toContain(expected);
  });

  it("allows the removal of an announced operation from the day after its sunset", () => {
    const ending = { ...RELEASED, operations: { "POST /guests": { ...CREATE, sunset: "2027-06-30" } } };
    const without = { operations: {}, schemas: {} };
    expect(breaksOf(ending, without, "2027-06-30")).toHaveLength(1);
    expect(breaksOf(ending, without, "2027-07-01")).toEqual([]);
  });
});

describe("contractOf and shapeOf", () => {
  it("shortens schemas, and keeps the parts that clients rely on", () => {
    expect(shapeOf({ type: ["string", "null"], format: "uuid" })).toBe("null|string");
    expect(shapeOf({ enum: ["b", "a", null] })).toBe("'a'|'b'|null");
    expect(shapeOf({ anyOf: [{ $ref: "#/components/schemas/Event" }, { type: "null" }] })).toBe("Event|null");
    expect(
      shapeOf({
        type: "object",
        properties: { a: { type: "array", items: { type: "integer" } }, b: {} },
        required: ["a"],
      }),
    ).toEqual({ a: ["integer"], "b?": "any" });
    const contract = contractOf({
      paths: {
        "/a": { get: { operationId: "readA", responses: { 200: { description: "" }, 404: { description: "" } } } },
      },
      components: { schemas: { A: { type: "string" } }, examples: {} },
    });
    expect(contract).toEqual({
      operations: { "GET /a": { name: "readA", credentials: [], parameters: {}, answers: { 200: "nothing" } } },
      schemas: { A: "string" },
    });
    expect(JSON.parse(writeContract(contract))).toEqual(contract);
  });
});
