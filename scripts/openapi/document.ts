import type { JsonSchema } from "./json-schema.ts";

/** A part, or a reference to it in `components`. */
type Referable<Part> = Part | { $ref: string };

/** A request or response body of one media type. */
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

/** The parts of `/openapi.json` that are checked and made into types. */
export interface ServedDocument {
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, ServedOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    examples: Record<string, { value: { error: string } }>;
  };
}

/** Returns every operation of the routes. */
export function operationsOf({ paths }: ServedDocument): ServedOperation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

export const PROBLEM = "application/problem+json";

/** Returns the codes that a problem response lists. */
export function codesOf(response: ServedResponse): string[] {
  const { allOf = [] } = response.content?.[PROBLEM]?.schema ?? {};
  return allOf.flatMap(({ properties }) => properties?.error?.enum ?? []).map(String);
}
