import type { ServedDocument, ServedOperation } from "./document.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * What a schema promises, written short: `"string|null"`, `"'yes'|'no'"`, `"Event"` for a component, `[shape]` for a list,
 * `{ "name": shape, "note?": shape }` for an object, `{ "*": shape }` for any fields, `{ "|": [shape, …] }` for alternatives.
 */
export type Shape = string | [Shape] | { readonly [field: string]: Shape | Shape[] };

/** What clients rely on of an operation. */
export interface OperationContract {
  name: string;
  /** `bearer`, `cookie`, `api_key guests:write`, …; empty for an operation that anybody may call. */
  credentials: string[];
  /** `query limit?`, `path eventId`. */
  parameters: Record<string, Shape>;
  /** By media type. */
  body?: Record<string, Shape>;
  /** By status and media type: `200 application/json`. */
  answers: Record<string, Shape>;
  /** The day after which it may go. */
  sunset?: string;
}

/** The part of the OpenAPI document that may only grow. */
export interface Contract {
  operations: Record<string, OperationContract>;
  schemas: Record<string, Shape>;
}

/** A document with what the served one has besides. */
type Documented = Omit<ServedOperation, "parameters"> & {
  security?: Record<string, string[]>[];
  "x-deprecation"?: { sunset: string };
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
};

const REFERENCE = "#/components/schemas/";
/** Headers that every client may leave out. */
const PARAMETERS_IN = new Set(["query", "path"]);

/** What an OpenAPI document promises. Descriptions, examples, limits and formats are left out. */
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

/** One line for each operation and schema, so that a change of one is a change of one line. */
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

/** A schema as a `Shape`. */
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

/** All of several shapes at once: `{ "&": … }` of components, fields together. */
function mergedOf(shapes: readonly Shape[]): Shape {
  const [only, ...others] = shapes;
  return only !== undefined && others.length === 0 ? only : { "&": [...shapes] };
}

/** Whether a shape is a choice of several that are no words. */
export function isUnion(shape: Shape): shape is { "|": Shape[] } {
  return typeof shape === "object" && "|" in shape;
}

function literalOf(value: unknown): string {
  return value === null ? "null" : `'${value}'`;
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}
