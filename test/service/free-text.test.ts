import { describe, expect, it } from "vitest";
import * as z from "zod";
import { app } from "../../src/app.ts";

const CONTROLS = /[\u202a-\u202e\u2066-\u206f]/u;
const DISGUISED = "Ann\u202egnp\u202c.exe\u206f";

/** Fields whose text is compared and never shown, so that nothing may be removed from it. By kind, then by name. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  "a secret that the service issued, or a password":
    /\.(\w*token|password|current|code|recovery_code|edit_nonce|edit|ticket|short_code)$/,
  "an ID or a place in a list": /\.(deviceId|cursor)$/,
  "a word of an authenticator, for browsers": /\.transports$/,
  "what a browser measures of itself": /\.fingerprint$/,
  "a word of a list, with its own error for another word": /\.(verdict|sms_countries)$/,
  "a file, whose cells are parsed by the guest's fields": /^$/,
};

const isException = (path: string) => Object.values(EXCEPTIONS).some((pattern) => pattern.test(path));

/** A part of a request that takes a string, with its path. */
interface Leaf {
  path: string;
  schema: z.core.$ZodType;
}

/** Returns the schemas in a request that take a string, outermost first: a pipe that begins with a string is one. */
function leavesOf(schema: z.core.$ZodType, path: string): Leaf[] {
  const def = schema._zod.def as unknown as Record<string, z.core.$ZodType> & { type: string };
  const inside = (one: z.core.$ZodType | undefined, name = path) => (one === undefined ? [] : leavesOf(one, name));
  switch (def.type) {
    case "string":
      return [{ path, schema }];
    case "object":
      return Object.entries((def as unknown as { shape: Record<string, z.core.$ZodType> }).shape).flatMap(
        ([name, one]) => inside(one, `${path}.${name}`),
      );
    case "array":
      return inside(def.element);
    case "union":
      return (def as unknown as { options: z.core.$ZodType[] }).options.flatMap((one) => inside(one));
    case "record":
      return inside(def.valueType);
    case "pipe":
      return beginsWithString(def.in) ? [{ path, schema }] : [...inside(def.in), ...inside(def.out)];
    default:
      return inside(def.innerType);
  }
}

function beginsWithString(schema: z.core.$ZodType | undefined): boolean {
  const def = schema?._zod.def as unknown as Record<string, z.core.$ZodType> & { type: string };
  if (def === undefined) return false;
  return def.type === "string" || (def.type === "pipe" && beginsWithString(def.in));
}

const leaves = app.openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== "route") return [];
  const { method, path, request = {} } = definition.route;
  const contents = Object.values(request.body?.content ?? {}).flatMap((media) =>
    media && "schema" in media ? [media.schema] : [],
  );
  const schemas = [request.params, request.query, ...contents].filter((schema) => schema instanceof z.ZodType);
  return schemas.flatMap((schema) => leavesOf(schema, "").map((leaf) => ({ ...leaf, route: `${method} ${path}` })));
});

/** The output of a field for a disguised text; null if it rejects the text. */
const outputOf = ({ schema }: Leaf): string | null => {
  const parsed = z.safeParse(schema, DISGUISED);
  return parsed.success ? JSON.stringify(parsed.data) : null;
};

describe("text of requests", () => {
  it("passes through line() or paragraph(), is rejected, or is a named exception", () => {
    const unclean = leaves.filter((leaf) => CONTROLS.test(outputOf(leaf) ?? ""));
    const unnamed = unclean.filter(({ path }) => !isException(path)).map(({ route, path }) => `${route} ${path}`);
    expect([...new Set(unnamed)], "use line() or paragraph() of src/http/fields.ts").toEqual([]);
  });

  it("names no exception that removes or rejects the controls already", () => {
    const clean = leaves.filter((leaf) => outputOf(leaf) !== null && !CONTROLS.test(outputOf(leaf) ?? ""));
    expect(clean.length).toBeGreaterThan(60);
    expect([
      ...new Set(clean.filter(({ path }) => isException(path)).map(({ route, path }) => `${route} ${path}`)),
    ]).toEqual([]);
  });
});
