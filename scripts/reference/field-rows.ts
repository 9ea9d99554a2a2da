import { componentOf, type JsonSchema } from "../openapi/json-schema.ts";

type Components = Record<string, JsonSchema>;

/** One line of a table of fields. */
export interface FieldRow {
  /** The path of the enclosing object, `audience.` or `items[].`; empty at the top. */
  parent: string;
  name: string;
  /** In TypeScript's notation: `string (uuid) | null`. */
  type: string;
  isRequired: boolean;
  description: string;
  /** Constraints in addition to the type, such as `1 to 200 characters`. */
  rules: string[];
  /** The allowed values, if they are a closed list. */
  values: string[];
}

/** The heading of the lines of one variant of an object. */
export interface VariantRow {
  variant: string;
  description: string;
}

/** Returns the fields of a schema, each followed by the fields inside it. */
export function fieldRows(schema: JsonSchema, components: Components): (FieldRow | VariantRow)[] {
  return rowsWithin(schema, { components, parent: "", within: [] });
}

interface Place {
  components: Components;
  parent: string;
  /** The enclosing components, so that a component that contains itself ends. */
  within: string[];
}

function rowsWithin(schema: JsonSchema, place: Place): (FieldRow | VariantRow)[] {
  const component = componentOf(schema);
  if (component !== null && place.within.includes(component)) return [];
  const inside = component === null ? place : { ...place, within: [...place.within, component] };
  const whole = resolved(schema, place.components);
  const options = optionsOf(whole);
  if (options.length > 0) return variantRows(options, inside);
  if (whole.items) return rowsWithin(whole.items, { ...inside, parent: enclosing(place.parent, "[]") });
  const { properties = {}, required = [], additionalProperties } = whole;
  const rows = Object.entries(properties).flatMap(([name, field]) => [
    fieldRow(name, field, required.includes(name), inside),
    ...rowsWithin(field, { ...inside, parent: `${place.parent}${name}.` }),
  ]);
  return typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0
    ? [...rows, ...rowsWithin(additionalProperties, { ...inside, parent: enclosing(place.parent, ".*") })]
    : rows;
}

/** Returns `items[].` for `items.` and `[]`. */
function enclosing(parent: string, mark: string): string {
  return `${parent.replace(/\.$/, "")}${mark}.`;
}

/** Lists the variants of an object one after another. A field with a single value distinguishes them. */
function variantRows(options: JsonSchema[], place: Place): (FieldRow | VariantRow)[] {
  return options.flatMap((option) => {
    const rows = rowsWithin(option, place);
    const { properties = {}, description = "" } = resolved(option, place.components);
    const [mark] = Object.entries(properties).flatMap(([name, { enum: values = [] }]) =>
      values.length === 1 ? [`${name} is ${JSON.stringify(values[0])}`] : [],
    );
    return mark === undefined || options.length === 1 ? rows : [{ variant: mark, description }, ...rows];
  });
}

function fieldRow(name: string, schema: JsonSchema, isRequired: boolean, { components, parent }: Place): FieldRow {
  const whole = resolved(schema, components);
  const value = singleValue(whole, components);
  return {
    parent,
    name,
    type: typeOf(schema, components),
    isRequired,
    description: whole.description ?? "",
    rules: rulesOf(whole, value),
    values: (value.enum ?? []).filter((one) => one !== null).map(String),
  };
}

/** Returns the schema that constrains a single value: its own, the schema of a list's items, or of its only option except null. */
function singleValue(whole: JsonSchema, components: Components): JsonSchema {
  if (whole.items && typesOf(whole).includes("array"))
    return singleValue(resolved(whole.items, components), components);
  const options = optionsOf(whole).map((option) => resolved(option, components));
  return options.find((option) => option.enum) ?? options[0] ?? whole;
}

/** False for the bounds of exact integers, which are not worth showing. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function rulesOf(whole: JsonSchema, value: JsonSchema): string[] {
  const [minimum, maximum] = [value.minimum, value.maximum].map((bound) => (isBound(bound) ? bound : undefined));
  return [
    range(whole.minItems, whole.maxItems, "item"),
    range(value.minLength, value.maxLength, "character"),
    range(minimum, maximum, ""),
    value.pattern === undefined ? null : `matches \`${value.pattern}\``,
  ].filter((rule) => rule !== null);
}

function range(from: number | undefined, to: number | undefined, unit: string): string | null {
  const counted = (count: number) => {
    const figure = count.toLocaleString("en");
    return unit === "" ? figure : `${figure} ${unit}${count === 1 ? "" : "s"}`;
  };
  if (from !== undefined && to !== undefined) {
    return from === to ? `exactly ${counted(to)}` : `${from.toLocaleString("en")} to ${counted(to)}`;
  }
  if (to !== undefined) return `at most ${counted(to)}`;
  return from === undefined ? null : `at least ${counted(from)}`;
}

/** Returns the type of a value in TypeScript's notation, with the format in brackets. */
export function typeOf(schema: JsonSchema, components: Components): string {
  const whole = resolved(schema, components);
  const nullable = typesOf(whole).includes("null") || [...(whole.anyOf ?? []), ...(whole.oneOf ?? [])].some(isNull);
  const options = optionsOf(whole);
  const names =
    options.length > 0
      ? options.map((option) => typeOf(option, components))
      : typesOf(whole)
          .filter((type) => type !== "null")
          .map((type) => singleType(type, whole, components));
  const unique = [...new Set(names.length > 0 ? names : ["any"]), ...(nullable ? ["null"] : [])];
  return unique.join(" | ");
}

function singleType(type: string, { items, format, additionalProperties, properties }: JsonSchema, all: Components) {
  if (type === "array") {
    const item = typeOf(items ?? {}, all);
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object" && properties === undefined && typeof additionalProperties === "object") {
    return Object.keys(additionalProperties).length > 0 ? `map of ${typeOf(additionalProperties, all)}` : "object";
  }
  return format === undefined ? type : `${type} (${format})`;
}

function typesOf({ type = [] }: JsonSchema): string[] {
  return [type].flat();
}

function isNull(schema: JsonSchema): boolean {
  return typesOf(schema).join() === "null";
}

function optionsOf({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf].filter((option) => !isNull(option));
}

/** Returns a schema with its reference and `allOf` resolved. Keywords next to a reference take precedence. */
function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref: _, allOf = [], ...own } = schema;
  const component = componentOf(schema);
  const parts = [...(component === null ? [] : [components[component] ?? {}]), ...allOf];
  if (parts.length === 0) return schema;
  const whole = parts.map((part) => resolved(part, components));
  return {
    ...Object.assign({}, ...whole),
    ...own,
    ...(whole.some(({ properties }) => properties)
      ? { properties: Object.assign({}, ...whole.map(({ properties }) => properties), own.properties) }
      : {}),
    required: [...whole.flatMap(({ required = [] }) => required), ...(own.required ?? [])],
  };
}
