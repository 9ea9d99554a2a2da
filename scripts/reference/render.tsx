import type { Child } from "hono/jsx";
import { type Chapter, type ReferenceDocument, readReference } from "./document.ts";
import { ErrorCatalogPage } from "./error-catalog.tsx";
import { layout } from "./layout.tsx";
import { Method, OperationView } from "./operation-view.tsx";
import { type Prose, proseOf } from "./prose.tsx";
import { searchEntries } from "./search-entries.ts";
import { StartPage } from "./start-page.tsx";

/** The files of the reference, by their paths below `docs/` of the Worker's assets. */
export type ReferenceFiles = Record<string, string>;

/**
 * Renders the API reference: the first page, one for each tag, the index of error codes, and what the search looks through.
 * @param quickStart the quick start of the client's README, in TypeScript
 * @param version changes when script or style does
 */
export function renderReference(document: ReferenceDocument, quickStart: string, version: string): ReferenceFiles {
  const reference = readReference(document);
  const prose = proseOf(reference);
  const page = (address: string, title: string, body: Child) =>
    layout({ reference, address, title: `${title} · Usher API`, version, body });
  return {
    "start.html": page("/docs", "Quick start", <StartPage {...{ reference, prose }} typescript={quickStart} />),
    "pages/errors.html": page("/docs/errors", "Error codes", <ErrorCatalogPage {...{ reference, prose }} />),
    ...Object.fromEntries(
      reference.chapters.map((chapter) => [
        `${chapter.page.replace("/docs", "pages")}.html`,
        page(
          chapter.page,
          chapter.name,
          <>
            <ChapterHead {...{ chapter, prose }} />
            {chapter.operations.map((operation) => (
              <OperationView {...{ operation, reference, prose }} />
            ))}
          </>,
        ),
      ]),
    ),
    "assets/search.json": JSON.stringify(searchEntries(reference)),
  };
}

function ChapterHead({ chapter, prose }: { chapter: Chapter; prose: Prose }) {
  return (
    <>
      <h1>{chapter.name}</h1>
      <p class="lead">{prose.line(chapter.description)}.</p>
      <ul class="contents">
        {chapter.operations.map(({ operationId, method, path, summary }) => (
          <li>
            <a href={`#${operationId}`}>{summary}</a> <Method method={method} /> <code>{path}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
