import { exampleOf } from "./examples.ts";
import { type Content, type DescribedDocument, type MediaType, operationsOf } from "./json-schema.ts";

/** Examples of bodies without fields, by media type. */
const TEXTS: Readonly<Record<string, string>> = {
  "text/csv": "name,email,party_size\r\nAda Lindqvist,ada@example.com,4\r\n",
  "text/html": "<!doctype html><title>Usher</title>",
};

/** Adds an example to each request and response without one, made from its schema. Changes the document in place. */
export function completeExamples(document: DescribedDocument): void {
  const { components } = document;
  for (const operation of operationsOf(document)) {
    const complete = (content: Content | undefined, direction: "request" | "response"): void => {
      for (const [type, media] of Object.entries(content ?? {})) {
        if (media.example !== undefined || media.examples !== undefined) continue;
        const example = TEXTS[type] ?? exampleIn(media, direction);
        if (example !== undefined) media.example = example;
      }
    };
    const exampleIn = ({ schema }: MediaType, direction: "request" | "response"): unknown =>
      // No text can show binary data.
      schema === undefined || schema.format === "binary"
        ? undefined
        : exampleOf(schema, { components: components.schemas, direction, owner: "", name: "" });
    complete(operation.requestBody?.content, "request");
    for (const response of Object.values(operation.responses)) complete(response.content, "response");
  }
}
