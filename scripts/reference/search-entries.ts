import type { SearchIndex } from "../../src/pages/client/reference/search.ts";
import { linkTo, type Reference } from "./document.ts";
import { errorCatalog } from "./error-catalog.tsx";
import { fieldRows } from "./field-rows.ts";

/** What the search box looks through: every operation, field and error code. */
export function searchEntries(reference: Reference): SearchIndex {
  const { operations, document } = reference;
  const fields = new Map<string, Set<number>>();
  const add = (name: string, index: number): void => {
    fields.set(name, (fields.get(name) ?? new Set()).add(index));
  };
  for (const [index, { parameters = [], requestBody, responses }] of operations.entries()) {
    for (const { name } of parameters) add(name, index);
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
    const bodies = [requestBody, ...successes.map(([, response]) => response)];
    for (const { schema } of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      for (const row of fieldRows(schema, document.components.schemas)) if ("name" in row) add(row.name, index);
    }
  }
  return {
    operations: operations.map((operation) => [
      linkTo(operation),
      operation.method,
      operation.path,
      operation.summary,
      operation.operationId,
    ]),
    fields: [...fields].map(([name, indices]) => [name, [...indices]]),
    codes: errorCatalog(reference).map(({ code, meanings }) => [code, meanings[0]?.cause ?? ""]),
  };
}
