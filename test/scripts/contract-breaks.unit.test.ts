import { describe, expect, it } from "vitest";
import { breaksOf } from "../../scripts/openapi/breaks.ts";
import {
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

/** The breaks of the contract after a change of one of its parts. */
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

describe("a later contract", () => {
  it.each<[string, Parameters<typeof breaksAfter>[0]]>([
    ["nothing", {}],
    ["an optional request field", { takes: { "notes?": "string" } }],
    ["a request field that is optional now", { takes: { name: undefined, "name?": "string" } }],
    ["a wider request field", { takes: { "size?": "number", "kind?": "'family'|'friend'|'work'" } }],
    ["a response field, and a value of one", { gives: { table: "string", answer: "'maybe'|'no'|'yes'|null" } }],
    ["a response field that is always there now", { gives: { "host?": undefined, host: { name: "string" } } }],
    [
      "an optional parameter, another credential and another answer",
      {
        operation: {
          credentials: [...CREATE.credentials, "cookie"],
          parameters: { ...CREATE.parameters, "query dry_run?": "'true'" },
          answers: { ...CREATE.answers, "200 application/json": "Guest" },
        },
      },
    ],
    ["a component written in place", { operation: { answers: { "201 application/json": GUEST } } }],
  ])("may have %s more", (_, change) => {
    expect(breaksAfter(change)).toEqual([]);
  });

  /** @promise The API's stability: A change that would break a client fails a test */
  it.each<[string, Parameters<typeof breaksAfter>[0], string]>([
    ["an operation that is gone", { route: "POST /people" }, "createGuest: POST /guests is gone"],
    ["another name", { operation: { name: "addGuest" } }, "createGuest: is named addGuest now"],
    [
      "another scope",
      { operation: { credentials: ["api_key guests:all", "bearer"] } },
      "createGuest: does not take api_key guests:write any more",
    ],
    [
      "a parameter that is gone",
      { operation: { parameters: { "path eventId": "string" } } },
      "createGuest: query notify is gone",
    ],
    [
      "a parameter that is required",
      { operation: { parameters: { ...CREATE.parameters, "query key": "string" } } },
      "createGuest: query key is required now",
    ],
    ["a request field that is gone", { takes: { "phone?": undefined } }, "NewGuest: phone is gone"],
    ["a new required request field", { takes: { email: "string" } }, "NewGuest: email is required now"],
    [
      "a request field that is required now",
      { takes: { "phone?": undefined, phone: "null|string" } },
      "NewGuest: phone is required now",
    ],
    ["a request value that is gone", { takes: { "kind?": "'family'" } }, "NewGuest kind: 'friend' is gone"],
    ["a request field without null", { takes: { "phone?": "string" } }, "NewGuest phone: null is gone"],
    ["a free text that is a choice now", { takes: { name: "'Ada'|'Ben'" } }, "NewGuest name: string is gone"],
    [
      "a body of another type",
      { operation: { body: { "text/csv": "string" } } },
      "createGuest: takes no application/json any more",
    ],
    ["a response field that is gone", { gives: { id: undefined } }, "Guest: id is gone"],
    ["a response field that may be absent", { gives: { id: undefined, "id?": "string" } }, "Guest: id is optional now"],
    ["a response field that may be null", { gives: { size: "integer|null" } }, "Guest size: may be null now"],
    ["a response field of another type", { gives: { size: "string" } }, "Guest size: integer is gone"],
    ["a response value that is gone", { gives: { answer: "'yes'|null" } }, "Guest answer: 'no' is gone"],
    ["items of another type", { gives: { tags: ["integer"] } }, "Guest tags[]: string is gone"],
    ["a list that is none", { gives: { tags: "string" } }, "Guest tags: is no list any more"],
    ["a field inside that is gone", { gives: { "host?": {} } }, "Guest host: name is gone"],
    [
      "an answer that is gone",
      { operation: { answers: { "202": "nothing" } } },
      "createGuest: does not answer 201 application/json any more",
    ],
  ])("may not have %s", (_, change, expected) => {
    expect(breaksAfter(change)).toContain(expected);
  });

  it("may lack an operation that was announced to end, from the day after", () => {
    const ending = { ...RELEASED, operations: { "POST /guests": { ...CREATE, sunset: "2027-06-30" } } };
    const without = { operations: {}, schemas: {} };
    expect(breaksOf(ending, without, "2027-06-30")).toHaveLength(1);
    expect(breaksOf(ending, without, "2027-07-01")).toEqual([]);
  });
});

describe("the contract of a document", () => {
  it("writes schemas short, and keeps what clients rely on", () => {
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
