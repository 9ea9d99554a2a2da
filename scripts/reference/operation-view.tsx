import { TITLES } from "../../src/http/problem-document.ts";
import type { ServedMedia, ServedResponse } from "../openapi/document.ts";
import { codesOf } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import type { Header, Operation, Parameter, Reference } from "./document.ts";
import { curlExample, mediaExample, typescriptExample } from "./examples.ts";
import { type FieldRow, fieldRows, typeOf, type VariantRow } from "./field-rows.ts";
import { CodeBlock, linkToCode, type Prose, ScrollingTable } from "./prose.tsx";

/** Callers of a route, by the name of its access. */
const CALLERS: Readonly<Record<string, string>> = {
  public: "Anyone; no access token is needed",
  session: "Any signed-in user",
  viewer: "Members of the event: viewers, editors and owners",
  editor: "Editors and owners of the event",
  owner: "Owners of the event",
};
const HEADERS = "#/components/headers/";

interface Parts {
  operation: Operation;
  reference: Reference;
  prose: Prose;
}

export function OperationView({ operation, reference, prose }: Parts) {
  const { components } = reference.document;
  const { operationId: id, summary, method, path, requestBody, responses, parameters = [] } = operation;
  const curl = curlExample(operation, components);
  const typescript = typescriptExample(operation, components);
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return (
    <section class="operation" id={id} aria-labelledby={`${id}.title`}>
      <h2 id={`${id}.title`}>
        <a class="anchor" href={`#${id}`}>
          {summary}
        </a>
      </h2>
      <p class="address">
        <Method method={method} />{" "}
        <code>
          {path.split("/").map((part, index) => (
            <>
              {index === 0 ? null : "/"}
              <wbr />
              {part}
            </>
          ))}
        </code>
      </p>
      <div class="columns">
        <div>
          {prose.paragraphs(operation.description ?? "")}
          <p>
            <strong>Access:</strong> {callerOf(operation)}.
          </p>
          {parameters.length > 0 ? (
            <>
              <h3>Parameters</h3>
              <ParameterTable
                id={id}
                summary={summary}
                parameters={parameters}
                prose={prose}
                schemas={components.schemas}
              />
            </>
          ) : null}
          {requestBody ? <h3>Request body</h3> : null}
          {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
            <Body
              type={type}
              schema={schema}
              prose={prose}
              schemas={components.schemas}
              prefix={`${id}.`}
              name={summary}
            />
          ))}
          <h3>Responses</h3>
          {successes.map(([status, response]) => (
            <Response status={status} response={response} operation={operation} prose={prose} reference={reference} />
          ))}
          {refusals.length > 0 ? <h3>Errors</h3> : null}
          <Refusals refusals={refusals} />
        </div>
        <div class="examples">
          {curl === null ? null : <CodeBlock caption="curl" name={summary} text={curl} />}
          {typescript === null ? null : <CodeBlock caption="TypeScript" name={summary} text={typescript} />}
          {successes.map(([status, { content = {} }]) =>
            Object.entries(content).map(([type, media]) => (
              <Example status={status} type={type} media={media} summary={summary} reference={reference} />
            )),
          )}
        </div>
      </div>
    </section>
  );
}

export function Method({ method }: { method: string }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

function callerOf({ "x-access": access, security }: Operation): string {
  const caller = CALLERS[access] ?? access;
  return security.some((scheme) => "scanner" in scheme) ? `${caller}; door devices of the event` : caller;
}

interface Schemas {
  schemas: Record<string, JsonSchema>;
}

function Columns({ names }: { names: string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col">{name}</th>
        ))}
      </tr>
    </thead>
  );
}

function ParameterTable(parts: { id: string; summary: string; parameters: Parameter[]; prose: Prose } & Schemas) {
  const { id, summary, parameters, prose, schemas } = parts;
  const rows = parameters.flatMap(({ name, in: place, required = false, description, schema }) => {
    const [row] = fieldRows({ properties: { [name]: schema }, required: required ? [name] : [] }, schemas);
    return row && "name" in row ? [{ ...row, description: description ?? row.description, place }] : [];
  });
  return (
    <ScrollingTable name={`Parameters: ${summary}`}>
      <Columns names={["Name", "In", "Type", "Description"]} />
      <tbody>
        {rows.map((row) => (
          <tr id={`${id}.${row.name}`}>
            <th scope="row">
              <FieldName row={row} />
            </th>
            <td>{row.place}</td>
            <td>
              <code>{row.type}</code>
            </td>
            <td>
              <FieldText row={row} prose={prose} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  );
}

/** Renders a body of one media type. A body without fields takes one line. */
function Body(parts: { type: string; schema: JsonSchema; prefix: string; name: string; prose: Prose } & Schemas) {
  const { type, schema, prefix, name, prose, schemas } = parts;
  const rows = fieldRows(schema, schemas);
  const description = schema.description ?? "";
  return (
    <>
      <p class="media">
        <code>{type}</code>
        {rows.length === 0 && typeOf(schema, schemas) !== "object" ? `: ${typeOf(schema, schemas)}` : ""}
        {description === "" ? "" : <>. {prose.line(description)}</>}
      </p>
      {rows.length > 0 ? <FieldTable rows={rows} prefix={prefix} prose={prose} name={`${name}, ${type}`} /> : null}
    </>
  );
}

function FieldTable(parts: { rows: (FieldRow | VariantRow)[]; prefix: string | null; name: string; prose: Prose }) {
  const { rows, prefix, name, prose } = parts;
  return (
    <ScrollingTable name={`Fields: ${name}`}>
      <Columns names={["Field", "Type", "Description"]} />
      <tbody>
        {rows.map((row) =>
          "variant" in row ? (
            <tr class="variant">
              <th scope="colgroup" colspan={3}>
                If {row.variant}
                {row.description === "" ? "" : <>: {prose.line(row.description)}</>}
              </th>
            </tr>
          ) : (
            <tr id={prefix === null ? undefined : `${prefix}${row.parent}${row.name}`}>
              <th scope="row">
                <FieldName row={row} />
              </th>
              <td>
                <code>{row.type}</code>
              </td>
              <td>
                <FieldText row={row} prose={prose} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </ScrollingTable>
  );
}

function FieldName({ row }: { row: FieldRow }) {
  return (
    <>
      <code>
        {row.parent === "" ? null : <span class="parent">{row.parent}</span>}
        {row.name}
      </code>
      {row.isRequired ? <span class="required"> required</span> : null}
    </>
  );
}

function FieldText({ row, prose }: { row: FieldRow; prose: Prose }) {
  const { description, rules, values } = row;
  return (
    <>
      {description === "" ? null : <span>{prose.line(withFullStop(description))} </span>}
      {values.length === 0 ? null : (
        <span>
          {values.length === 1 ? "Always " : "One of "}
          {values.map((value, index) => (
            <>
              {index === 0 ? "" : ", "}
              <code>{value}</code>
            </>
          ))}
          .{" "}
        </span>
      )}
      {rules.length === 0 ? null : <span class="rules">{prose.line(capitalized(`${rules.join("; ")}.`))}</span>}
    </>
  );
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ResponseParts extends Parts {
  status: string;
  response: ServedResponse;
}

function Response({ status, response, operation, prose, reference }: ResponseParts) {
  const { schemas, headers: shared } = reference.document.components;
  const content = Object.entries(response.content ?? {});
  return (
    <div class="response">
      <p>
        <strong class="status">{status}</strong> {prose.line(withFullStop(response.description))}
        {content.length === 0 ? " No body." : ""}
      </p>
      {content.map(([type, { schema }]) => {
        const rows = fieldRows(schema, schemas);
        const name = `${operation.summary}, ${status}`;
        return rows.length === 0 ? (
          <Body type={type} schema={schema} prose={prose} schemas={schemas} name={name} prefix="" />
        ) : (
          <details>
            <summary>
              {rows.filter((row) => "name" in row).length} fields of <code>{type}</code>
              <span class="visually-hidden">, {name}</span>
            </summary>
            <FieldTable rows={rows} prose={prose} name={name} prefix={null} />
          </details>
        );
      })}
      <p class="headers">
        Headers:{" "}
        {Object.entries(response.headers ?? {}).map(([name, header], index) => (
          <>
            {index === 0 ? "" : ", "}
            <HeaderName name={name} own={isShared(header) ? null : (header as Header)} known={name in shared} />
          </>
        ))}
      </p>
    </div>
  );
}

function isShared(header: unknown): boolean {
  const { $ref = "" } = header as { $ref?: string };
  return $ref.startsWith(HEADERS);
}

function HeaderName({ name, own, known }: { name: string; own: Header | null; known: boolean }) {
  if (own?.description) {
    return (
      <>
        <code>{name}</code> ({own.description})
      </>
    );
  }
  return known ? (
    <a href={`/docs#${name}`}>
      <code>{name}</code>
    </a>
  ) : (
    <code>{name}</code>
  );
}

interface ExampleParts {
  status: string;
  type: string;
  media: ServedMedia;
  summary: string;
  reference: Reference;
}

function Example({ status, type, media, summary, reference }: ExampleParts) {
  const example = mediaExample(media, reference.document.components);
  if (example === undefined || type === "text/html") return null;
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return (
    <CodeBlock
      caption={`Response ${status}${type === "application/json" ? "" : `, ${type}`}`}
      name={summary}
      text={text}
    />
  );
}

function Refusals({ refusals }: { refusals: [string, ServedResponse][] }) {
  return (
    <dl class="refusals">
      {refusals.map(([status, response]) => (
        <div>
          <dt>
            {status} {TITLES[Number(status)]}
          </dt>
          <dd>
            {codesOf(response).map((code, index) => (
              <>
                {index === 0 ? "" : ", "}
                <a href={linkToCode(code)}>
                  <code>{code}</code>
                </a>
              </>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
