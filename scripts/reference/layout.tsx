import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { linkTo, type Reference } from "./document.ts";
import { Method } from "./operation-view.tsx";
import { SECTIONS } from "./start-page.tsx";

export interface LayoutParts {
  reference: Reference;
  /** The address of the page, `/docs/guests`. */
  address: string;
  title: string;
  /** A text that changes when script or style does, so that browsers keep them until then. */
  version: string;
  body: Child;
}

/** A whole page. Its script and style are files of this origin: the policy allows nothing inline. */
export function layout(parts: LayoutParts): string {
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

/** Shown by the script, because it does nothing without. */
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
