import type { Random } from "../random.ts";
import type { Schema } from "./document.ts";
import { PROTOTYPE_NAMES } from "./prototype-names.ts";

/** Realistic single-line texts that often expose bugs. No control characters. */
const PLAIN_TEXTS = [
  "Ada",
  "Zoë Müller-Lüdenscheidt",
  "李小龙",
  "O'Brien; DROP TABLE guests",
  "<b>Eve</b> & co",
  "👩‍👩‍👧‍👦 family",
  "ܐܪܡܝܐ",
];

/** Strings that fields reject, or that often expose bugs. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "a\r\nBcc: x@example.com",
  "\u202Eevil\u202C",
  "\uFEFFbom",
  "\uD800",
  "\uDFFF\uD800",
  "e\u0301\u0301\u0301",
  "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}",
  "\u{10FFFF}",
  "'; drop table guests; --",
  "%s%n%x",
  "{{guest_name}}{{nothing}}{{",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "=cmd|'/c calc'!A1",
  ...PROTOTYPE_NAMES,
  "null",
  "NaN",
  "Infinity",
  "true",
  "1e400",
  "-0",
  "0x10",
  "9007199254740993",
  "2026-02-30T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "-271821-04-20T00:00:00.000Z",
  "+275760-09-13T00:00:00.001Z",
  "9999-12-31T23:59:59.999999999+23:59",
  "0000-01-01T00:00:00Z",
  "2026-06-30T23:59:60Z",
  "a@b",
  `${"a".repeat(64)}@${"b".repeat(189)}.example`,
  '"quoted @ part"@example.com',
  "ｆｕｌｌ＠ｗｉｄｔｈ.example",
  "İ@example.com",
  "::ffff:1.2.3.4/128",
  "1.2.3.4/33",
  "010.0.0.1",
  "fe80::1%eth0",
  "0.0.0.0/0",
  "Etc/GMT+99",
  "Europe/../Berlin",
  "http://169.254.169.254/",
  "javascript:alert(1)",
  "a".repeat(300),
  "é".repeat(5_000),
  "💥".repeat(20_000),
];

/** Values of every JSON type, nested and oversized ones included. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0.0001,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53 + 2,
  4_294_967_296,
  [],
  {},
  [null],
  [[[[]]]],
  { a: { b: { c: {} } } },
  { length: 3 },
  { toString: "x" },
  { $gt: "" },
  Array.from({ length: 6_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
];

/** A random value that matches a request's schema. Optional fields are included half of the time, read-only ones never. */
export function generateValue(schema: Schema, random: Random): unknown {
  if (schema.anyOf !== undefined) return generateValue(random.pick(schema.anyOf), random);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const type = random.pick([schema.type ?? "object"].flat());
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number":
      return random.between(schema.minimum ?? 0, schema.maximum ?? 100);
    case "array":
      return Array.from({ length: random.between(schema.minItems ?? 0, 3) }, () =>
        generateValue(schema.items ?? {}, random),
      );
    case "object":
      return generateObject(schema, random);
    default:
      return generateText(schema, random);
  }
}

function generateObject({ properties = {}, required = [] }: Schema, random: Random): Record<string, unknown> {
  const chosen = Object.entries(properties).filter(
    ([name, { readOnly = false }]) => !readOnly && (required.includes(name) || random.chance(0.5)),
  );
  return Object.fromEntries(chosen.map(([name, field]) => [name, generateValue(field, random)]));
}

const DAY_MS = 86_400_000;

function generateText(schema: Schema, random: Random): string {
  const { format, pattern, example, minLength = 0, maxLength = 1_000 } = schema;
  if (pattern !== undefined && typeof example === "string") return example;
  if (format === "uuid") return random.uuid();
  if (format === "date-time") return new Date(Date.now() + random.between(2, 300) * DAY_MS).toISOString();
  const text = random.chance(0.1) ? "x".repeat(maxLength) : random.pick(PLAIN_TEXTS);
  return [...text.padEnd(minLength, "x")].slice(0, maxLength).join("");
}
