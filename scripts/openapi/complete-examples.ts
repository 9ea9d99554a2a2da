import { exampleOf } from "./example-of.ts";
import { EXAMPLE_CHANGES } from "./example-values.ts";
import { type Content, type DescribedDocument, type MediaType, operationsOf } from "./json-schema.ts";

/** Examples of what has no fields, by media type. */
const TEXTS: Readonly<Record<string, string>> = {
  "text/csv": "name,email,party_size\r\nAda Lindqvist,ada@example.com,2\r\n",
  "text/html": "<!doctype html><title>Usher</title>",
};

/** Gives each request and response without an example one that is made from its schema. The document is changed in place. */
export function completeExamples(document: DescribedDocument): void {
  const { components } = document;
  for (const operation of operationsOf(document)) {
    const complete = (content: Content | undefined, direction: "request" | "response"): void => {
      for (const [type, media] of Object.entries(content ?? {})) {
        if (media.example !== undefined || media.examples !== undefined) continue;
        const example = TEXTS[type] ?? exampleIn(media, direction);
        const changes = EXAMPLE_CHANGES[`${operation.operationId} ${direction}`];
        if (example !== undefined)
          media.example = changes && example instanceof Object ? { ...example, ...changes } : example;
      }
    };
    const exampleIn = ({ schema }: MediaType, direction: "request" | "response"): unknown =>
      // Binary content has no text example.
      schema === undefined || schema.format === "binary"
        ? undefined
        : exampleOf(schema, { components: components.schemas, direction, owner: "", name: "" });
    complete(operation.requestBody?.content, "request");
    for (const response of Object.values(operation.responses)) complete(response.content, "response");
  }
}
