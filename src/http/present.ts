import type * as z from "zod";
import { type Camel, camelName } from "../kernel/case.ts";
import { toIsoTime } from "../kernel/clock.ts";

type Schema = z.core.$ZodType;

type Field<Shape, K extends keyof Shape> = Shape[K] extends Schema ? Source<Shape[K]> : never;
type IsOptional<S> = S extends { _zod: { optout: "optional" } } ? true : false;

type SourceObject<Shape> = {
  [K in keyof Shape as IsOptional<Shape[K]> extends true ? never : Camel<K & string>]: Field<Shape, K>;
} & {
  [K in keyof Shape as IsOptional<Shape[K]> extends true ? Camel<K & string> : never]?: Field<Shape, K> | undefined;
};

/**
 * The value that a response schema presents: fields in camelCase, and times as epoch milliseconds. Fields that the
 * schema does not have are allowed. A missing field does not compile.
 */
export type Source<S extends Schema> = S["_zod"]["def"] extends infer Def
  ? Def extends { type: "string"; format: "datetime" }
    ? number
    : Def extends { type: "nullable"; innerType: infer Inner extends Schema }
      ? Source<Inner> | null
      : Def extends { type: "optional"; innerType: infer Inner extends Schema }
        ? Source<Inner> | undefined
        : Def extends { type: "array"; element: infer Item extends Schema }
          ? readonly Source<Item>[]
          : Def extends { type: "object"; shape: infer Shape }
            ? SourceObject<Shape>
            : Def extends { type: "record"; valueType: infer Value extends Schema }
              ? { [key in z.core.output<S> extends infer T ? keyof T : never]: Source<Value> }
              : Def extends { type: "union"; options: readonly (infer Option extends Schema)[] }
                ? Option extends Schema
                  ? Source<Option>
                  : never
                : Def extends {
                      type: "intersection";
                      left: infer Left extends Schema;
                      right: infer Right extends Schema;
                    }
                  ? Source<Left> & Source<Right>
                  : z.core.output<S>
  : never;

/** Makes the wire form of a value. */
// biome-ignore lint/suspicious/noExplicitAny: the type of `presenterOf` checks the values
export type Present = (value: any) => any;

/** Each schema with its presenter; null for one whose values leave as they are. Parts are shared between responses. */
const PRESENTERS = new Map<Schema, Present | null>();

/**
 * Compiles a response schema: times become RFC 3339, names snake_case, and fields that the schema does not have are
 * left out. Records keep their keys.
 * @throws Error for a schema that it cannot present
 */
export function presenterOf<S extends Schema>(schema: S): (source: Source<S>) => z.core.output<S> {
  return compiled(schema) ?? asIs;
}

/** The schemas whose values a presenter changes, with their presenters. For tests. */
export function presentedSchemas(): [Schema, Present][] {
  return [...PRESENTERS].flatMap(([schema, present]) => (present === null ? [] : [[schema, present]]));
}

const asIs: Present = (value) => value;

function compiled(schema: Schema): Present | null {
  const known = PRESENTERS.get(schema);
  if (known !== undefined) return known;
  const present = compile((schema as z.core.$ZodTypes)._zod.def);
  PRESENTERS.set(schema, present);
  return present;
}

function compile(def: z.core.$ZodTypes["_zod"]["def"]): Present | null {
  switch (def.type) {
    case "string":
      return "format" in def && def.format === "datetime" ? toIsoTime : null;
    case "number":
    case "boolean":
    case "literal":
    case "enum":
    case "null":
    case "unknown":
    case "custom":
      return null;
    case "nullable":
    case "optional":
      return orNothing(compiled(def.innerType));
    case "array":
      return forEach(compiled(def.element));
    case "object":
      // Fields that the schema does not name would be left out.
      if (def.catchall !== undefined && def.catchall._zod.def.type !== "never") break;
      return objectOf(def.shape);
    case "record":
      return recordOf(compiled(def.valueType));
    case "union":
      return oneOf(def);
    case "intersection":
      return bothOf(presenterOf(def.left), presenterOf(def.right));
  }
  throw new Error(`a response cannot have a schema of type ${def.type}`);
}

function orNothing(present: Present | null): Present | null {
  return present && ((value) => (value == null ? value : present(value)));
}

function forEach(present: Present | null): Present | null {
  return present && ((items: unknown[]) => items.map((item) => present(item)));
}

function objectOf(shape: z.core.$ZodShape): Present {
  const fields = Object.entries(shape).map(([wire, schema]) => ({
    wire,
    name: camelName(wire),
    present: compiled(schema),
  }));
  return (row) => {
    const presented: Record<string, unknown> = {};
    for (const { wire, name, present } of fields) {
      const value = row[name];
      if (value !== undefined) presented[wire] = present === null ? value : present(value);
    }
    return presented;
  };
}

function recordOf(present: Present | null): Present | null {
  return (
    present && ((record) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, present(value)])))
  );
}

/** A component or null, scalars, or objects that a discriminator tells apart. */
function oneOf(def: z.core.$ZodUnionDef & { discriminator?: string }): Present | null {
  if (def.discriminator !== undefined) return byDiscriminator(def.discriminator, def.options);
  const presenters = def.options.map(compiled).filter((present) => present !== null);
  const [first = null] = presenters;
  if (presenters.length === 0) return null;
  const others = def.options.filter((option) => compiled(option) === null) as z.core.$ZodTypes[];
  if (presenters.length > 1 || others.some((option) => option._zod.def.type !== "null"))
    throw new Error("a union of a response needs a discriminator");
  return orNothing(first);
}

function byDiscriminator(wire: string, options: readonly Schema[]): Present {
  const name = camelName(wire);
  const presenters = new Map(
    options.flatMap((option) =>
      [...(option._zod.propValues?.[wire] ?? [])].map((value) => [value as unknown, presenterOf(option)] as const),
    ),
  );
  return (row) => presenters.get(row[name])?.(row);
}

function bothOf(left: Present, right: Present): Present {
  return (row) => ({ ...left(row), ...right(row) });
}
