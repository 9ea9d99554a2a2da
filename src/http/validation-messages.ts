import type * as z from "zod";

type Issue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "must be an email address, e.g. ada@example.com",
  e164: "must be a phone number with its country code in E.164, e.g. +447700900123",
  uuid: "must be an id (UUID)",
  datetime: "must be a date and time with offset, e.g. 2027-06-12T15:00:00+01:00",
  date: "must be a date, e.g. 2027-06-12",
  url: "must be a web address, e.g. https://example.com",
};

/**
 * Returns the problem with a field, for use after its name: `name is required`, `name must have at most 200
 * characters`. Replaces Zod's messages, except those of a schema's own checks.
 */
export function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== "custom") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "doesn't have the expected form";
    case "too_small":
      return describeMinimum(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "too_big":
      return describeMaximum(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case "unrecognized_keys":
      return `must not have ${issue.keys.join(", ")}`;
    default:
      return "doesn't have the expected form";
  }
}

function describeMinimum(origin: string, minimum: number, inclusive: boolean): string {
  const unit = unitOf(origin, minimum);
  if (unit === null) return inclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
  return minimum === 1 ? "must not be empty" : `must have at least ${minimum} ${unit}`;
}

function describeMaximum(origin: string, maximum: number, inclusive: boolean): string {
  const unit = unitOf(origin, maximum);
  if (unit === null) return inclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
  return `must have at most ${maximum} ${unit}`;
}

/** Returns the unit of a value's size; null for a number. */
function unitOf(origin: string, count: number): string | null {
  const one = { string: "character", array: "item", set: "item", map: "entry" }[origin];
  if (one === undefined) return null;
  return count === 1 ? one : one === "entry" ? "entries" : `${one}s`;
}
