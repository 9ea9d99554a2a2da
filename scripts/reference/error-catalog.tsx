import type { Child } from "hono/jsx";
import { STATUS_OF, TITLES } from "../../src/http/problem-document.ts";
import { ERRORS, type ErrorCode, errorEntry } from "../../src/kernel/error-codes.ts";
import { entriesOf, linkTo, type Operation, type Reference } from "./document.ts";
import { GUIDANCE, type Guidance } from "./error-guidance.ts";
import { CodeBlock, type Prose } from "./prose.tsx";

/** One meaning of a code: a code may be returned with two statuses, for two causes. */
interface Meaning extends Guidance {
  status: number;
  example: object | null;
  operations: Operation[];
}

interface CatalogEntry {
  code: string;
  meanings: Meaning[];
}

/** Codes of the app itself. */
const GENERAL = [
  ["method_not_allowed", 405],
  ["internal_error", 500],
] as const;
/** Maximum number of operations that are named. The others are counted. */
const NAMED = 12;

/** Every code, by name, with what each of its entries means. */
export function errorCatalog({ document, operations }: Reference): CatalogEntry[] {
  const meanings = (Object.keys(ERRORS) as ErrorCode[]).map((entry): [string, Meaning] => [
    errorEntry(entry).wire ?? entry,
    {
      ...GUIDANCE[entry],
      status: STATUS_OF[errorEntry(entry).kind],
      example: document.components.examples[entry]?.value ?? null,
      operations: operations.filter(({ responses }) =>
        Object.values(responses).some((response) => entriesOf(response).includes(entry)),
      ),
    },
  ]);
  const general = GENERAL.map(([code, status]): [string, Meaning] => [
    code,
    { ...GUIDANCE[code], status, example: null, operations: [] },
  ]);
  return [...Map.groupBy([...meanings, ...general], ([code]) => code)]
    .map(([code, ofCode]) => ({ code, meanings: ofCode.map(([, meaning]) => meaning) }))
    .sort((one, other) => one.code.localeCompare(other.code));
}

export function ErrorCatalogPage({ reference, prose }: { reference: Reference; prose: Prose }) {
  const index = errorCatalog(reference);
  return (
    <>
      <h1>Error codes</h1>
      <p>
        Every error is a problem document (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) of the media
        type <code>application/problem+json</code>. Branch on <code>error</code>, show or log <code>detail</code>, and
        include <code>request_id</code> when you ask for help.
      </p>
      <p>{index.length} codes, by name:</p>
      <ul class="codes">
        {index.map(({ code }) => (
          <li>
            <a href={`#${code}`}>
              <code>{code}</code>
            </a>
          </li>
        ))}
      </ul>
      {index.map((entry) => (
        <section class="error" id={entry.code} aria-labelledby={`${entry.code}.title`}>
          <h2 id={`${entry.code}.title`}>
            <a class="anchor" href={`#${entry.code}`}>
              <code>{entry.code}</code>
            </a>
          </h2>
          {entry.meanings.map((meaning) => (
            <MeaningView meaning={meaning} code={entry.code} prose={prose} total={reference.operations.length} />
          ))}
        </section>
      ))}
    </>
  );
}

function MeaningView(parts: { meaning: Meaning; code: string; prose: Prose; total: number }) {
  const { meaning, code, prose, total } = parts;
  const { status, cause, fix, example, operations } = meaning;
  return (
    <div class="meaning">
      <p class="status">
        {status} {TITLES[status]}
      </p>
      <dl>
        <dt>Why</dt>
        <dd>{prose.line(cause)}</dd>
        <dt>Fix</dt>
        <dd>{prose.line(fix)}</dd>
        <dt>Returned by</dt>
        <dd>{answeredBy(operations, total, `${code}, ${status}`)}</dd>
      </dl>
      {example === null ? null : (
        <details>
          <summary>
            Example
            <span class="visually-hidden">
              {" "}
              of {code}, {status}
            </span>
          </summary>
          <CodeBlock caption={`Response ${status}`} name={code} text={JSON.stringify(example, null, 2)} />
        </details>
      )}
    </div>
  );
}

function answeredBy(operations: Operation[], total: number, code: string): Child {
  if (operations.length === 0 || operations.length === total) return "every operation";
  const links = operations.map((operation, index) => (
    <>
      {index === 0 ? "" : ", "}
      <a href={linkTo(operation)}>{operation.summary}</a>
    </>
  ));
  if (operations.length <= NAMED) return links;
  return (
    <details>
      <summary>
        {operations.length} of {total} operations<span class="visually-hidden"> return {code}</span>
      </summary>
      {links}
    </details>
  );
}
