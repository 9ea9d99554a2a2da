import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { SearchIndex } from "../../src/pages/client/reference/search.ts";
import { type Chapter, linkTo, type Reference, type ReferenceDocument, readReference } from "./document.ts";
import { ErrorCatalogPage, errorCatalog } from "./error-catalog.tsx";
import { fieldRows } from "./field-rows.ts";
import { Method, OperationView } from "./operation-view.tsx";
import { type Prose, proseOf } from "./prose.tsx";
import { SECTIONS, StartPage } from "./start-page.tsx";

/** The files of the reference, by their paths below `docs/` of the Worker's assets. */
export type ReferenceFiles = Record<string, string>;

/**
 * Renders the API reference: the first page, a page for each tag, the error codes, and the index of the search.
 * @param quickStart the quick start of the client's README, in TypeScript
 * @param version changes when script or style does
 */
export function renderReference(document: ReferenceDocument, quickStart: string, version: string): ReferenceFiles {
  const reference = readReference(document);
  const prose = proseOf(reference);
  const page = (address: string, title: string, body: Child) =>
    layout({ reference, address, title: `${title} · Usher API`, version, body });
  return {
    "start.html": page(
      "/docs",
      "Quick start",
      <StartPage reference={reference} prose={prose} typescript={quickStart} />,
    ),
    "pages/errors.html": page("/docs/errors", "Error codes", <ErrorCatalogPage reference={reference} prose={prose} />),
    ...Object.fromEntries(
      reference.chapters.map((chapter) => [
        `${chapter.page.replace("/docs", "pages")}.html`,
        page(
          chapter.page,
          chapter.name,
          <>
            <ChapterHead chapter={chapter} prose={prose} />
            {chapter.operations.map((operation) => (
              <OperationView operation={operation} reference={reference} prose={prose} />
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

/** Returns the index of the search: every operation, field and error code. */
function searchEntries(reference: Reference): SearchIndex {
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

interface LayoutParts {
  reference: Reference;
  /** The address of the page, `/docs/guests`. */
  address: string;
  title: string;
  /** A text that changes with script and style, so that browsers cache them until then. */
  version: string;
  body: Child;
}

/** Renders a whole page. Script and style are files of this origin, because the policy allows no inline code. */
function layout(parts: LayoutParts): string {
  // No component is asynchronous, so the page is a string and no promise.
  return String(<Layout {...parts} />);
}

function Layout({ reference, address, title, version, body }: LayoutParts) {
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href={`/docs/assets/reference.css?v=${version}`} />
          <script type="module" src={`/docs/assets/reference.js?v=${version}`} />
        </head>
        <body>
          <a class="skip" href="#content">
            Skip to the content
          </a>
          <header class="top">
            <a class="home" href="/docs">
              Usher API
            </a>
            <Search version={version} />
          </header>
          <div class="frame">
            <details class="menu" id="menu">
              <summary>Menu</summary>
              <Menu reference={reference} address={address} />
            </details>
            <main id="content" tabindex={-1}>
              {body}
            </main>
          </div>
        </body>
      </html>
    </>
  );
}

/** Hidden until the script shows it, because it needs the script. */
function Search({ version }: { version: string }) {
  return (
    <search id="search" data-index={`/docs/assets/search.json?v=${version}`} hidden>
      <label class="visually-hidden" for="query">
        Search operations, fields and error codes
      </label>
      <input
        id="query"
        type="search"
        role="combobox"
        placeholder="Search"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls="results"
        aria-keyshortcuts="/"
      />
      <div id="results" role="listbox" aria-label="Results" hidden />
      <p id="found" class="visually-hidden" role="status" />
    </search>
  );
}

function Menu({ reference, address }: { reference: Reference; address: string }) {
  const current = (page: string) => (page === address ? "page" : undefined);
  return (
    <nav aria-label="Chapters">
      <ul>
        <li>
          <a href="/docs" aria-current={current("/docs")}>
            Start
          </a>
          <ul>
            {SECTIONS.map(([id, name]) => (
              <li>
                <a href={`/docs#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </li>
        <li>
          <a href="/docs/errors" aria-current={current("/docs/errors")}>
            Error codes
          </a>
        </li>
      </ul>
      {reference.chapters.map(({ name, page, operations }) => (
        <details open={page === address}>
          <summary>{name}</summary>
          <ul>
            <li>
              <a href={page} aria-current={current(page)}>
                Overview
              </a>
            </li>
            {operations.map((operation) => (
              <li>
                <a href={linkTo(operation)}>
                  <Method method={operation.method} /> <span>{operation.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}
