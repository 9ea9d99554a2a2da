import { PROBLEM, type ServedDocument, type ServedOperation, type ServedResponse } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";

/** The address of the service in the built pages. The Worker replaces it with its own address. */
export const EXAMPLE_ORIGIN = "https://usher.example";

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Header {
  description?: string;
  schema?: JsonSchema;
  example?: unknown;
}

/** An operation of the document, with the fields that only readers need. */
interface DescribedOperation extends ServedOperation {
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  "x-access": string;
  parameters?: Parameter[];
}

/** The parts of `/openapi.json` that the reference shows. */
export interface ReferenceDocument extends ServedDocument {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: ServedDocument["components"] & {
    headers: Record<string, Header>;
    securitySchemes: Record<string, { description: string }>;
  };
}

/** An operation with its address in the API and its page. */
export interface Operation extends DescribedOperation {
  method: string;
  path: string;
  /** The page that describes it, `/docs/guests`. */
  page: string;
}

/** A tag, which is a page with its operations. */
export interface Chapter {
  name: string;
  description: string;
  page: string;
  operations: Operation[];
}

/** The input of all pages. */
export interface Reference {
  document: ReferenceDocument;
  chapters: Chapter[];
  operations: Operation[];
}

/** Returns the chapters in the order of the document's tags, undescribed tags last. */
export function readReference(document: ReferenceDocument): Reference {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [tag = ""] = operation.tags;
      return { ...operation, method: method.toUpperCase(), path, page: pageOf(tag) };
    }),
  );
  const descriptions = new Map(document.tags.map(({ name, description }) => [name, description]));
  const tags = new Set([...descriptions.keys(), ...all.flatMap((operation) => operation.tags.slice(0, 1))]);
  const chapters = [...tags].map((name) => ({
    name,
    description: descriptions.get(name) ?? "",
    page: pageOf(name),
    operations: all.filter(({ tags: [tag] }) => tag === name),
  }));
  return { document, chapters, operations: chapters.flatMap(({ operations }) => operations) };
}

function pageOf(tag: string): string {
  return `/docs/${tag.toLowerCase().replaceAll(" ", "-")}`;
}

/** Returns the deep link of an operation. */
export function linkTo({ page, operationId }: Operation): string {
  return `${page}#${operationId}`;
}

const EXAMPLES = "#/components/examples/";

/** Returns the entries of src/kernel/error-codes.ts that a response may have. */
export function entriesOf(response: ServedResponse): string[] {
  return Object.values(response.content?.[PROBLEM]?.examples ?? {}).flatMap((example) =>
    "$ref" in example ? [example.$ref.slice(EXAMPLES.length)] : [],
  );
}
