import * as z from "zod";
import type { Scope } from "../kernel/scopes.ts";

/** In the OpenAPI document: the scopes that see the field. */
const MARK = "x-guest-data";

type Schema = z.core.$ZodType;

/** True if the caller has one of these scopes. */
export type Reader = (scopes: readonly Scope[]) => boolean;

// biome-ignore lint/suspicious/noExplicitAny: the value is what the schema describes
type Withhold = (value: any, reads: Reader) => any;

/**
 * Marks a field of a response as personal data of a guest. An API key without the scope `guests:read` gets null, or does
 * not get an optional field.
 * @param also further scopes whose work needs the field
 */
export function guestData<S extends z.ZodType>(schema: S, ...also: Scope[]): S {
  return schema.meta({ [MARK]: ["guests:read", ...also] });
}

/** The fields of a guest that every list has. */
export const guestName = guestData(z.string());
export const guestEmail = guestData(z.string().nullable());
export const guestPhone = guestData(z.string().nullable());

const WITHHOLDERS = new Map<Schema, Withhold | null>();

/** Returns a function that removes the marked fields of a response which its reader may not see. Null without such fields. */
export function withholderOf(schema: Schema): Withhold | null {
  const known = WITHHOLDERS.get(schema);
  if (known !== undefined) return known;
  const withhold = compile(schema as z.core.$ZodTypes);
  WITHHOLDERS.set(schema, withhold);
  return withhold;
}

function compile(schema: z.core.$ZodTypes): Withhold | null {
  const { def } = schema._zod;
  switch (def.type) {
    case "nullable":
    case "optional":
      return present(withholderOf(def.innerType));
    case "array":
      return forEach(withholderOf(def.element));
    case "record":
      return forValues(withholderOf(def.valueType));
    case "object":
      return ofFields(def.shape);
    case "union":
      return inOrder(def.options);
    case "intersection":
      return inOrder([def.left, def.right]);
    default:
      return null;
  }
}

function present(withhold: Withhold | null): Withhold | null {
  return withhold && ((value, reads) => (value == null ? value : withhold(value, reads)));
}

function forEach(withhold: Withhold | null): Withhold | null {
  return withhold && ((items: unknown[], reads) => items.map((item) => withhold(item, reads)));
}

function forValues(withhold: Withhold | null): Withhold | null {
  return (
    withhold &&
    ((record: object, reads) =>
      Object.fromEntries(Object.entries(record).map(([key, value]) => [key, withhold(value, reads)])))
  );
}

/** Each schema removes its own fields, so the options of a union need no discriminator. */
function inOrder(schemas: readonly Schema[]): Withhold | null {
  const parts = schemas.map(withholderOf).filter((part) => part !== null);
  if (parts.length === 0) return null;
  return (value, reads) =>
    typeof value === "object" && value !== null ? parts.reduce((left, part) => part(left, reads), value) : value;
}

function ofFields(shape: z.core.$ZodShape): Withhold | null {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const [scopes, inner] = [scopesOf(field), withholderOf(field)];
    return scopes === null && inner === null ? [] : [{ name, field: field as z.core.$ZodTypes, scopes, inner }];
  });
  if (fields.length === 0) return null;
  return (value: Record<string, unknown>, reads) => {
    const shown = { ...value };
    for (const { name, field, scopes, inner } of fields) {
      if (shown[name] === undefined) continue;
      if (scopes === null || reads(scopes)) shown[name] = inner ? inner(shown[name], reads) : shown[name];
      else if (field._zod.optout === "optional") delete shown[name];
      else if (z.safeParse(field, null).success) shown[name] = null;
      else throw new Error(`a reader may not see ${name}, which is neither nullable nor optional`);
    }
    return shown;
  };
}

/** The scopes that see a field; null for a field that is not marked. */
function scopesOf(schema: Schema): readonly Scope[] | null {
  const marked = z.globalRegistry.get(schema)?.[MARK] as readonly Scope[] | undefined;
  if (marked !== undefined) return marked;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "nullable" || def.type === "optional" ? scopesOf(def.innerType) : null;
}
