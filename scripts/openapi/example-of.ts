import { EXAMPLE_VALUES, SENT_AT_FIRST, USUALLY_ABSENT, USUALLY_FALSE, USUALLY_NULL } from "./example-values.ts";
import { componentOf, type JsonSchema } from "./json-schema.ts";

/** Place of an example in the document. */
interface Place {
  components: Record<string, JsonSchema>;
  /** Requests have the fields that they need, responses all of them. */
  direction: "request" | "response";
  /** The component or field that has the object, for names that mean several things. */
  owner: string;
  /** The name of the field, or of the parameter. */
  name: string;
}

const MOMENT = "2027-05-04T09:30:00.000Z";
const UUID = "0191e0b1-7a3c-7f00-8000-000000000001";
/** The question of the RSVP in the examples. */
const QUESTION = "0191e0b1-7a3c-7f00-8000-000000000042";
/** Keys of objects with free keys, by the name of the field. */
const KEYS: Readonly<Record<string, string>> = { answers: QUESTION, translations: "de" };
/** Kinds of objects, by the name of their component or of the field that has them. */
const KINDS: readonly [RegExp, string][] = [
  [/device/i, "device"],
  [/delivery/i, "delivery"],
  [/billing/i, "billing"],
  [/guest|walkin|rsvp|invit(?!e?collab)|companion|import/i, "guest"],
  [/event/i, "event"],
  [/user|sign|collab|host|actor|by$|login/i, "host"],
];

/**
 * Returns an example of a schema: its `example`, else the usual value for a field of this name, else the minimum that
 * the schema allows. The same schema always gets the same example.
 */
export function exampleOf(schema: JsonSchema, place: Place): unknown {
  const own = schema.example ?? schema.examples?.[0];
  if (own !== undefined) return own;
  const component = componentOf(schema);
  if (component !== null) {
    const target: JsonSchema = place.components[component] ?? {};
    // An object is known by its component, any other value by the name of its field.
    const isObject = typeOf(target) === "object" || target.allOf !== undefined;
    return exampleOf(target, { ...place, owner: component, name: isObject ? "" : place.name });
  }
  if (isNullable(schema) && (USUALLY_NULL.has(place.name) || USUALLY_NULL.has(`${place.owner}.${place.name}`)))
    return null;
  const usual = usualValue(schema, place);
  if (usual !== undefined) return usual;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, place)));
  const [option] = optionsOf(schema);
  if (option) return exampleOf(option, place);
  if (schema.enum) return schema.enum[0];
  return ofType(typeOf(schema), schema, place);
}

function ofType(type: string | undefined, schema: JsonSchema, place: Place): unknown {
  switch (type) {
    case "object":
      return objectExample(schema, place);
    case "array":
      return listExample(schema, place);
    case "boolean":
      return !USUALLY_FALSE.has(place.name);
    case "integer":
    case "number":
      return within(schema, schema.minimum ?? 1);
    case "string":
      return text(schema, place);
    case "null":
      return null;
    default:
      return {};
  }
}

function objectExample({ properties, required = [], additionalProperties }: JsonSchema, place: Place) {
  if (properties === undefined) {
    return typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0
      ? {
          [KEYS[place.name] ?? "language"]: exampleOf(additionalProperties, {
            ...place,
            name: "language",
          }),
        }
      : {};
  }
  const fields = Object.entries(properties);
  const isSent = ([name]: [string, JsonSchema]): boolean => required.includes(name) || SENT_AT_FIRST.has(name);
  // A change has no required field and must have one.
  const sent = required.length > 0 && fields.some(isSent) ? fields.filter(isSent) : fields.slice(0, 1);
  const owner = place.name === "" || place.name === "items" ? place.owner : place.name;
  const returned = fields.filter(([name]) => !USUALLY_ABSENT.has(`${owner}.${name}`));
  const chosen = place.direction === "response" ? returned : sent;
  return Object.fromEntries(chosen.map(([name, field]) => [name, exampleOf(field, { ...place, owner, name })]));
}

function listExample({ items, prefixItems, minItems = 1 }: JsonSchema, place: Place): unknown[] {
  if (prefixItems) return prefixItems.map((one) => exampleOf(one, place));
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items ?? {}, place));
}

function text({ format, minLength = 0, maxLength = Infinity }: JsonSchema, { name }: Place): string {
  if (format === "uuid") return UUID;
  if (format === "date-time") return MOMENT;
  if (format === "date") return MOMENT.slice(0, 10);
  if (format === "uri") return `https://usher.example/${name}`;
  if (format === "email") return "robin@example.com";
  const words = name === "" ? "text" : name.replaceAll("_", " ");
  return words.padEnd(minLength, "x").slice(0, maxLength);
}

/** The value that fields of this name usually have, if the schema allows it. */
function usualValue(schema: JsonSchema, { owner, name }: Place): unknown {
  const kind = KINDS.find(([pattern]) => pattern.test(owner))?.[1];
  const keys = [`${owner}.${name}`, `${kind}.${name}`, name, `uuid.${name}`];
  return keys.map((key) => EXAMPLE_VALUES[key]).find((value) => value !== undefined && allows(schema, value));
}

/** True if a schema of a single value allows this value. */
function allows(schema: JsonSchema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const type = typeOf(schema);
  if (typeof value === "boolean") return type === "boolean";
  if (typeof value === "number") return (type === "integer" || type === "number") && within(schema, value) === value;
  if (Array.isArray(value)) return type === "array" && value.every((one) => allows(schema.items ?? {}, one));
  if (typeof value === "object") return type === "object" && schema.properties === undefined;
  return type === "string" && typeof value === "string" && hasFormat(schema, value);
}

function hasFormat({ format, pattern, maxLength = Infinity }: JsonSchema, value: string): boolean {
  if (value.length > maxLength || (pattern !== undefined && !new RegExp(pattern, "u").test(value))) return false;
  if (format === "uuid") return value.length === UUID.length;
  if (format === "date-time") return value.endsWith("Z");
  return format !== "uri" || value.startsWith("https:");
}

function within({ minimum = -Infinity, maximum = Infinity }: JsonSchema, value: number): number {
  return Math.min(maximum, Math.max(minimum, value));
}

function typeOf({ type }: JsonSchema): string | undefined {
  const types = [type ?? []].flat();
  return types.find((one) => one !== "null") ?? types[0];
}

function optionsOf({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf].filter(({ type }) => type !== "null");
}

function isNullable({ type = [], anyOf = [], oneOf = [] }: JsonSchema): boolean {
  return [type].flat().includes("null") || [...anyOf, ...oneOf].some((option) => option.type === "null");
}
