import { FIELD_TEXTS } from "./field-texts.ts";
import { type DescribedDocument, type JsonSchema, partsOf } from "./json-schema.ts";

/** The components of a document, and the schemas in its operations, with the path that their keys in `FIELD_TEXTS` begin with. */
function roots({ paths, webhooks = {}, components }: DescribedDocument): [path: string, schema: JsonSchema][] {
  const named = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([, methods]) =>
    Object.values(methods),
  );
  return [
    ...Object.entries(components.schemas),
    ...named.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)]
        .flatMap((one) => Object.values(one?.content ?? {}))
        .flatMap(({ schema }): [string, JsonSchema][] => (schema === undefined ? [] : [[operationId, schema]])),
    ),
  ];
}

/** Calls `visit` for each field in a schema, with its path. Lists add nothing to a path. */
function visitFields(schema: JsonSchema, path: string, visit: (path: string, field: JsonSchema) => void): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    // The `data` of a webhook is an activity.
    const at = /^on[A-Z]\w+$/.test(path) && name === "data" ? "LiveEvent" : `${path}.${name}`;
    visit(`${path}.${name}`, field);
    visitFields(field, at, visit);
  }
  for (const part of partsOf({ ...schema, properties: {} })) visitFields(part, path, visit);
}

/** The key of a field's text: its path, or only its name. */
function keyOf(path: string, { $ref }: JsonSchema): string | undefined {
  const name = path.slice(path.lastIndexOf(".") + 1);
  // A component has its own description, unless the field has a more specific one.
  return [path, ...($ref === undefined ? [name] : [])].find((key) => FIELD_TEXTS[key] !== undefined);
}

/** Gives fields without a description the one of `FIELD_TEXTS`. The document is changed in place. */
export function describeFields(document: DescribedDocument): void {
  for (const [path, schema] of roots(document)) {
    visitFields(schema, path, (at, field) => {
      const text = FIELD_TEXTS[keyOf(at, field) ?? ""];
      if (text !== undefined) field.description ??= text;
    });
  }
}

/** The keys of `FIELD_TEXTS` whose text no field of the document has. */
export function unusedTexts(document: DescribedDocument): string[] {
  const used = new Set<string>();
  for (const [path, schema] of roots(document)) {
    visitFields(schema, path, (at, field) => {
      const key = keyOf(at, field);
      if (key !== undefined && field.description === FIELD_TEXTS[key]) used.add(key);
    });
  }
  return Object.keys(FIELD_TEXTS).filter((key) => !used.has(key));
}
