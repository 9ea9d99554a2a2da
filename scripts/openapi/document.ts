import type { JsonSchema } from "./json-schema.ts";

/** A part that may stand in `components` instead. */
type Referable<Part> = Part | { $ref: string };

/** What is sent as one media type, as the document has it. */
export interface ServedMedia {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, Referable<{ value: unknown }>>;
}

export interface ServedResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, ServedMedia>;
}

export interface ServedOperation {
  operationId: string;
  tags?: string[];
  parameters?: { name: string; in: string; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, ServedMedia> };
  responses: Record<string, ServedResponse>;
}

/** `/openapi.json`, as far as it is checked and made into types. */
export interface ServedDocument {
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, ServedOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    examples: Record<string, { value: { error: string } }>;
  };
}

/** Every operation, with its name. */
export function operationsOf({ paths }: ServedDocument): ServedOperation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

export const PROBLEM = "application/problem+json";

/** The codes that a problem response lists. */
export function codesOf(response: ServedResponse): string[] {
  const { allOf = [] } = response.content?.[PROBLEM]?.schema ?? {};
  return allOf.flatMap(({ properties }) => properties?.error?.enum ?? []).map(String);
}
