import { format, type Schema as JsonSchema, Validator } from "@cfworker/json-schema";
import type { Schema } from "./document.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
// The service writes one form of each: lower-case UUIDs, and times in UTC.
format.uuid = (text) => UUID.test(text);
format["date-time"] = (text) => DATE_TIME.test(text);

const validators = new WeakMap<Schema, Validator>();

/** Returns the violation of a schema of the document by a value, or null. */
export function schemaViolation(value: unknown, schema: Schema): string | null {
  const validator = validators.get(schema) ?? new Validator(schema as JsonSchema, "2020-12");
  validators.set(schema, validator);
  const { valid, errors } = validator.validate(value);
  // An error of a part follows those of the objects around it.
  const part = errors.at(-1);
  return valid ? null : `${part?.instanceLocation}: ${part?.error}`;
}
