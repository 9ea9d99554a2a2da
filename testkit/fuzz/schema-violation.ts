import type { Schema } from "./document.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * The violation of a schema of the document by a value, or null. Throws on an unknown type, so that no schema is skipped.
 */
export function schemaViolation(value: unknown, schema: Schema, at = "$"): string | null {
  if (schema.anyOf !== undefined) {
    return schema.anyOf.some((one) => schemaViolation(value, one, at) === null) ? null : `${at} fits none of anyOf`;
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return `${at} is ${JSON.stringify(value)}, which is not one of ${schema.enum.join(", ")}`;
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(type, value))) return `${at} is not ${types.join(" or ")}`;
  if (typeof value === "string") return textViolation(value, schema, at);
  if (typeof value === "number") return numberViolation(value, schema, at);
  if (Array.isArray(value)) return listViolation(value, schema, at);
  if (typeof value === "object" && value !== null) return objectViolation(value as Record<string, unknown>, schema, at);
  return null;
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      throw new Error(`a type ${type} in the document`);
  }
}

function textViolation(value: string, schema: Schema, at: string): string | null {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  // JSON Schema counts code points.
  const { length } = [...value];
  if (length < minLength || length > maxLength) return `${at} has ${length} characters`;
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return `${at} does not match ${pattern}`;
  if (format === "uuid" && !UUID.test(value)) return `${at} is no uuid`;
  if (format === "date-time" && !DATE_TIME.test(value)) return `${at} is no moment in UTC`;
  if (format === "uri" && !URL.canParse(value)) return `${at} is no url`;
  return null;
}

function numberViolation(value: number, { minimum, maximum }: Schema, at: string): string | null {
  if (minimum !== undefined && value < minimum) return `${at} is below ${minimum}`;
  return maximum !== undefined && value > maximum ? `${at} is above ${maximum}` : null;
}

function listViolation(value: unknown[], { items, minItems, maxItems }: Schema, at: string): string | null {
  if (value.length < (minItems ?? 0) || value.length > (maxItems ?? value.length)) return `${at} has ${value.length}`;
  if (items === undefined) return null;
  return firstOf(value.map((one, index) => schemaViolation(one, items, `${at}[${index}]`)));
}

function objectViolation(value: Record<string, unknown>, schema: Schema, at: string): string | null {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${at}.${missing} is missing`;
  return firstOf(
    Object.entries(value).map(([name, field]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known !== undefined) return schemaViolation(field, known, `${at}.${name}`);
      if (others === false) return `${at}.${name} is not in the document`;
      return typeof others === "object" ? schemaViolation(field, others, `${at}.${name}`) : null;
    }),
  );
}

function firstOf(found: (string | null)[]): string | null {
  return found.find((one) => one !== null) ?? null;
}
