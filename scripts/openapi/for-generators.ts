import { completeExamples } from "./complete-examples.ts";
import { describeFields } from "./describe-fields.ts";
import { type DescribedDocument, type JsonSchema, mapSchema, operationsOf } from "./json-schema.ts";
import { PARAMETER_TEXTS } from "./parameter-texts.ts";

/**
 * Completes the document of the routes for generators of clients:
 *
 * - Moves a `default` into the description, because generated types would require the field.
 * - Puts the description next to a reference (OpenAPI 3.1), instead of an intersection of two schemas.
 * - Every request and response has an example, every parameter a description, and every field a description unless its name says
 *   everything.
 *
 * The document is changed in place.
 */
export function forGenerators<Document extends object>(document: Document): Document {
  const described = document as Document & DescribedDocument;
  const { schemas } = described.components;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = completed(schema);
  for (const operation of operationsOf(described)) {
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.schema) continue;
      parameter.schema = completed(parameter.schema);
      // The generator repeats the schema's description here, and readers show this one.
      const description = parameter.schema.description ?? PARAMETER_TEXTS[parameter.name];
      if (description !== undefined) parameter.description = description;
    }
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((one) => one?.content ?? {});
    for (const media of contents.flatMap((content) => Object.values(content))) {
      if (media.schema) media.schema = completed(media.schema);
    }
  }
  describeFields(described);
  completeExamples(described);
  return document;
}

function completed(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (one) => besideReference(withoutDefault(one)));
}

/** A default that only means "none" needs no description. */
function withoutDefault({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined || value === null || value === "" || isEmpty(value)) return schema;
  const { description } = schema;
  const said = `Default: \`${typeof value === "string" ? value : JSON.stringify(value)}\``;
  return { ...schema, description: description === undefined ? said : `${withFullStop(description)} ${said}` };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const ANNOTATIONS = new Set(["description", "example", "examples", "deprecated"]);

/** `allOf: [{ $ref }, { description }]` is how the generator describes a use of a component. */
function besideReference(schema: JsonSchema): JsonSchema {
  const [reference, annotations, ...others] = schema.allOf ?? [];
  if (reference?.$ref === undefined || annotations === undefined || others.length > 0) return schema;
  const isDescribed = Object.keys(annotations).every((keyword) => ANNOTATIONS.has(keyword));
  return isDescribed ? { $ref: reference.$ref, ...annotations } : schema;
}
