import type { ServedDocument, ServedOperation } from "./document.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * The short form of a schema's promise: `"string|null"`, `"'yes'|'no'"`, `"Event"` for a component, `[shape]` for a list,
 * `{ "name": shape, "note?": shape }` for an object, `{ "*": shape }` for any fields, `{ "|": [shape, …] }` for alternatives.
 */
export type Shape = string | [Shape] | { readonly [field: string]: Shape | Shape[] };

/** The parts of an operation on which clients rely. */
export interface OperationContract {
  name: string;
  /** `bearer`, `cookie`, `api_key guests:write`, …; empty for a public operation. */
  credentials: string[];
  /** `query limit?`, `path eventId`. */
  parameters: Record<string, Shape>;
  /** By media type. */
  body?: Record<string, Shape>;
  /** By status and media type: `200 application/json`. */
  answers: Record<string, Shape>;
  /** The day after which the operation may be removed. */
  sunset?: string;
}

/** The part of the OpenAPI document that may only grow. */
export interface Contract {
  operations: Record<string, OperationContract>;
  schemas: Record<string, Shape>;
}

/** An operation with the additional fields that a contract reads. */
type Documented = Omit<ServedOperation, "parameters"> & {
  security?: Record<string, string[]>[];
  "x-deprecation"?: { sunset: string };
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
};

const REFERENCE = "#/components/schemas/";
/** Other parameters are headers, which are optional for every client. */
const PARAMETERS_IN = new Set(["query", "path"]);

/** Returns the promises of an OpenAPI document, without descriptions, examples, limits and formats. */
export function contractOf({ paths, components }: ServedDocument): Contract {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, contractOfOperation(operation as Documented)] as const,
    ),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, shapeOf(schema)] as const);
  return { operations: sorted(operations), schemas: sorted(schemas) };
}

/** Writes one line for each operation and schema, so that a change of one changes one line. */
export function writeContract({ operations, schemas }: Contract): string {
  const lines = (part: object) =>
    Object.entries(part)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(",\n");
  return `{\n  "operations": {\n${lines(operations)}\n  },\n  "schemas": {\n${lines(schemas)}\n  }\n}\n`;
}

function contractOfOperation(operation: Documented): OperationContract {
  const { operationId, security = [], parameters = [], requestBody, responses } = operation;
  const credentials = security.flatMap((scheme) =>
    Object.entries(scheme).map(([name, scopes]) => [name, ...scopes].join(" ")),
  );
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => [type, shapeOf(schema)] as const,
  );
  const answers = Object.entries(responses).flatMap(([status, { content }]): [string, Shape][] => {
    if (Number(status) >= 400) return [];
    const media = Object.entries(content ?? {}).map(([type, { schema }]): [string, Shape] => [
      `${status} ${type}`,
      shapeOf(schema),
    ]);
    return media.length > 0 ? media : [[status, "nothing"]];
  });
  return {
    name: operationId,
    credentials: credentials.sort(),
    parameters: sorted(
      parameters
        .filter((parameter) => PARAMETERS_IN.has(parameter.in))
        .map((one) => [`${one.in} ${one.name}${one.required ? "" : "?"}`, shapeOf(one.schema)] as const),
    ),
    ...(bodies.length > 0 ? { body: sorted(bodies) } : {}),
    answers: sorted(answers),
    ...(operation["x-deprecation"] ? { sunset: operation["x-deprecation"].sunset } : {}),
  };
}

export function shapeOf(schema: JsonSchema): Shape {
  if (schema.$ref?.startsWith(REFERENCE)) return schema.$ref.slice(REFERENCE.length);
  if (schema.enum) return schema.enum.map(literalOf).sort().join("|");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return eitherOf(alternatives.map(shapeOf));
  if (schema.allOf) return mergedOf(schema.allOf.map(shapeOf));
  const types = [schema.type ?? []].flat();
  return eitherOf(types.length === 0 ? ["any"] : types.map((type) => shapeOfType(type, schema)));
}

function shapeOfType(type: string, { properties, required = [], additionalProperties, items }: JsonSchema): Shape {
  if (type === "array") return [items ? shapeOf(items) : "any"];
  if (type !== "object") return type;
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) => [required.includes(name) ? name : `${name}?`, shapeOf(schema)] as const,
  );
  const isOpen = fields.length === 0 || typeof additionalProperties === "object";
  const others = typeof additionalProperties === "object" ? shapeOf(additionalProperties) : "any";
  return sorted(isOpen ? [...fields, ["*", others] as const] : fields);
}

function eitherOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (isUnion(shape) ? shape["|"] : [shape]));
  const words = flat.filter((shape) => typeof shape === "string").flatMap((word) => word.split("|"));
  const others = flat.filter((shape) => typeof shape !== "string");
  const word = [...new Set(words)].sort().join("|");
  const all = word === "" ? others : [...others, word];
  return all.length === 1 && all[0] !== undefined ? all[0] : { "|": all };
}

/** Returns the combination of several shapes, `{ "&": … }`. */
function mergedOf(shapes: readonly Shape[]): Shape {
  const [only, ...others] = shapes;
  return only !== undefined && others.length === 0 ? only : { "&": [...shapes] };
}

/** True if a shape is `{ "|": … }`. */
function isUnion(shape: Shape): shape is { "|": Shape[] } {
  return typeof shape === "object" && "|" in shape;
}

function literalOf(value: unknown): string {
  return value === null ? "null" : `'${value}'`;
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The direction of a shape. Requests may only accept more, responses may only return a narrower shape. */
type Direction = "request" | "response";

interface Fields {
  [name: string]: { shape: Shape; isOptional: boolean };
}

/**
 * Returns a line for each difference that would break a client of the released contract. New operations, optional request
 * fields, response fields and enum values break no client.
 * @param today a day such as `2027-06-12`. Operations with an earlier `sunset` may be missing
 */
export function breaksOf(released: Contract, present: Contract, today: string): string[] {
  const comparison = new Comparison(released, present);
  for (const [route, before] of Object.entries(released.operations)) {
    const after = present.operations[route];
    if (after !== undefined) comparison.operation(`${before.name}`, before, after);
    else if (before.sunset === undefined || before.sunset >= today)
      comparison.found.add(`${before.name}: ${route} no longer exists`);
  }
  return [...comparison.found];
}

class Comparison {
  readonly found = new Set<string>();
  readonly #released: Contract;
  readonly #present: Contract;
  /** Pairs of components that are compared, or being compared. */
  readonly #seen = new Set<string>();

  constructor(released: Contract, present: Contract) {
    this.#released = released;
    this.#present = present;
  }

  operation(name: string, before: OperationContract, after: OperationContract): void {
    if (before.name !== after.name) this.found.add(`${name}: is named ${after.name} now`);
    for (const credential of before.credentials) {
      if (!after.credentials.includes(credential)) this.found.add(`${name}: no longer accepts ${credential}`);
    }
    if (before.credentials.length === 0 && after.credentials.length > 0)
      this.found.add(`${name}: needs credentials now`);
    this.#shape(name, before.parameters, after.parameters, "request");
    for (const [type, shape] of Object.entries(before.body ?? {})) {
      const other = after.body?.[type];
      if (other === undefined) this.found.add(`${name}: no longer accepts ${type}`);
      else this.#shape(`${name} request`, shape, other, "request");
    }
    if (before.body === undefined && after.body !== undefined) this.found.add(`${name}: needs a body now`);
    for (const [answer, shape] of Object.entries(before.answers)) {
      const other = after.answers[answer];
      if (other === undefined) this.found.add(`${name}: no longer returns ${answer}`);
      else this.#shape(`${name} ${answer.slice(0, 3)}`, shape, other, "response");
    }
  }

  #shape(at: string, before: Shape, after: Shape, direction: Direction): void {
    if (typeof before === "string" && before === after) {
      this.#component(before, direction);
      return;
    }
    const [olds, news] = [alternativesOf(before), alternativesOf(after)];
    for (const old of olds) {
      if (typeof old === "string") this.#word(at, old, news, direction);
      else this.#variant(at, old, news, direction);
    }
    if (direction === "response") this.#additions(at, olds, news);
  }

  /** Compares the components of a name, once for each direction. */
  #component(names: string, direction: Direction): void {
    for (const name of names.split("|")) {
      const [before, after] = [this.#released.schemas[name], this.#present.schemas[name]];
      if (before === undefined || after === undefined || this.#seen.has(`${direction} ${name}`)) continue;
      this.#seen.add(`${direction} ${name}`);
      this.#shape(name, before, after, direction);
    }
  }

  #word(at: string, word: string, news: readonly Shape[], direction: Direction): void {
    if (news.includes(word)) {
      this.#component(word, direction);
      return;
    }
    if (news.includes("any")) return;
    if (word.startsWith("'") && news.includes("string")) return;
    if (word === "integer" && news.includes("number") && direction === "request") return;
    if (word === "number" && news.includes("integer") && direction === "response") return;
    const before = this.#released.schemas[word];
    // A renamed or inlined component may be equal on the wire.
    if (before !== undefined) {
      this.#shape(at, before, { "|": [...news] }, direction);
      return;
    }
    const components = news.filter((one) => typeof one === "string" && this.#present.schemas[one] !== undefined);
    if (components.some((one) => alternativesOf(this.#present.schemas[String(one)] ?? "").includes(word))) return;
    this.found.add(`${at}: ${word} no longer exists`);
  }

  /** A list or an object needs a compatible one among the present alternatives. */
  #variant(at: string, old: Shape, news: readonly Shape[], direction: Direction): void {
    const candidates = news
      .map((one) => (typeof one === "string" ? this.#present.schemas[one] : one))
      .flatMap((one) => (one === undefined ? [] : alternativesOf(one)))
      .filter((one) => typeof one === "object" && Array.isArray(one) === Array.isArray(old));
    if (news.includes("any")) return;
    const [only, ...others] = candidates;
    if (only === undefined) {
      this.found.add(`${at}: is not ${Array.isArray(old) ? "a list" : "an object"} any longer`);
    } else if (others.length === 0) this.#same(at, old, only, direction);
    else if (!candidates.some((candidate) => this.#fits(old, candidate, direction))) {
      this.found.add(`${at}: an alternative was removed or changed: ${JSON.stringify(old).slice(0, 120)}`);
    }
  }

  #fits(old: Shape, candidate: Shape, direction: Direction): boolean {
    const trial = new Comparison(this.#released, this.#present);
    trial.#same("", old, candidate, direction);
    return trial.found.size === 0;
  }

  /** Compares two lists or two objects. */
  #same(at: string, before: Shape, after: Shape, direction: Direction): void {
    if (Array.isArray(before) && Array.isArray(after)) {
      this.#shape(`${at}[]`, before[0], after[0], direction);
      return;
    }
    const [olds, news] = [fieldsOf(before, this.#released.schemas), fieldsOf(after, this.#present.schemas)];
    for (const [name, old] of Object.entries(olds)) {
      const present = news[name] ?? news["*"];
      if (present === undefined) this.found.add(`${at}: ${name} no longer exists`);
      else {
        const isLooser =
          direction === "request" ? old.isOptional && !present.isOptional : !old.isOptional && present.isOptional;
        if (isLooser && name in news) {
          this.found.add(`${at}: ${name} is ${direction === "request" ? "required" : "optional"} now`);
        }
        this.#shape(`${at} ${name}`, old.shape, present.shape, direction);
      }
    }
    if (direction === "response") return;
    for (const [name, { isOptional }] of Object.entries(news)) {
      if (!(name in olds) && !isOptional && name !== "*") this.found.add(`${at}: ${name} is required now`);
    }
  }

  /** A response may have new fields and values, but no new types, such as null or a number. */
  #additions(at: string, olds: readonly Shape[], news: readonly Shape[]): void {
    const isKnown = (word: string): boolean => olds.includes(word) || olds.includes("any") || word.startsWith("'");
    for (const word of news) {
      if (typeof word !== "string" || isKnown(word) || this.#present.schemas[word] !== undefined) continue;
      const isNarrower = word === "integer" && olds.includes("number");
      const isWider = word === "string" && olds.some((old) => typeof old === "string" && old.startsWith("'"));
      const isComponent = olds.some((old) => typeof old === "string" && this.#released.schemas[old] !== undefined);
      if (!isNarrower && !isWider && !(isComponent && word !== "null")) this.found.add(`${at}: may be ${word} now`);
    }
  }
}

function alternativesOf(shape: Shape): Shape[] {
  if (typeof shape === "string") return shape.split("|");
  return isUnion(shape) ? shape["|"].flatMap(alternativesOf) : [shape];
}

/** Returns the fields of an object. For `{ "&": [...] }` these are the fields of all parts. */
function fieldsOf(shape: Shape, schemas: Contract["schemas"]): Fields {
  if (typeof shape === "string") return fieldsOf(schemas[shape] ?? {}, schemas);
  if (Array.isArray(shape)) return {};
  const parts = shape["&"];
  if (Array.isArray(parts)) return Object.assign({}, ...parts.map((part) => fieldsOf(part, schemas)));
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name.replace(/\?$/, ""),
      { shape: field as Shape, isOptional: name.endsWith("?") },
    ]),
  );
}
