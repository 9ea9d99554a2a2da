import { TITLES } from "../../src/http/problem-document.ts";
import { EXAMPLE_ORIGIN, type Reference } from "./document.ts";
import { CodeBlock, type Prose, ScrollingTable } from "./prose.tsx";

const EVENT = `{
  "name": "Orangery Supper",
  "event_date": "2027-06-12T18:00:00+02:00",
  "timezone": "Europe/Berlin"
}`;

/** The first invitation with curl: four calls, each a block to copy. They share variables of the shell. */
export const CURL_QUICK_START = [
  {
    does: "Sign in",
    text: `USHER=${EXAMPLE_ORIGIN}
TOKEN=$(curl -sS "$USHER/auth/login" --json '{
  "email": "robin@example.com",
  "password": "a table for forty in June"
}' | jq -r .access_token)`,
  },
  {
    does: "Create an event",
    text: `EVENT=$(curl -sS "$USHER/events" -H "Authorization: Bearer $TOKEN" --json '${EVENT}' | jq -r .id)`,
  },
  {
    does: "Add a guest",
    text: `GUEST=$(curl -sS "$USHER/events/$EVENT/guests" -H "Authorization: Bearer $TOKEN" --json '{
  "name": "Ada Lindqvist",
  "email": "ada@example.com"
}' | jq -r .id)`,
  },
  {
    does: "Send the invitation",
    text: `curl -sS "$USHER/events/$EVENT/tokens" -H "Authorization: Bearer $TOKEN" --json '{
  "guest_id": "'$GUEST'"
}' | jq`,
  },
] as const;

const PAGES = `for await (const guest of client.paginate("/events/{eventId}/guests", {
  params: { path: { eventId }, query: { response: "pending" } },
})) {
  console.log(guest.name);
}`;

const RETRY = `curl "$USHER/events" -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: supper-2027-06-12" --json @event.json`;

const VERIFY = `const payload = await verifyWebhook(secret, request.headers, await request.text());`;

const REFRESH = `curl "$USHER/auth/refresh" -H "Idempotency-Key: $(uuidgen)" --json '{
  "refresh_token": "'$REFRESH_TOKEN'"
}'`;

interface Parts {
  reference: Reference;
  prose: Prose;
  /** The quick start of the client's README. */
  typescript: string;
}

/** The sections of the first page, for its own links and the menu. */
export const SECTIONS = [
  ["quick-start", "Quick start"],
  ["authentication", "Authentication"],
  ["errors", "Errors"],
  ["idempotency", "Repeating requests"],
  ["pagination", "Lists"],
  ["rate-limits", "Rate limits"],
  ["webhooks", "Webhooks"],
  ["formats", "Formats"],
  ["headers", "Response headers"],
] as const;

type SectionId = (typeof SECTIONS)[number][0];

function Section({ id, children }: { id: SectionId; children?: unknown }) {
  const title = SECTIONS.find(([one]) => one === id)?.[1];
  return (
    <section id={id} aria-labelledby={`${id}.title`}>
      <h2 id={`${id}.title`}>
        <a class="anchor" href={`#${id}`}>
          {title}
        </a>
      </h2>
      {children}
    </section>
  );
}

export function StartPage({ reference, prose, typescript }: Parts) {
  const { document, chapters, operations } = reference;
  return (
    <>
      <h1>Usher API</h1>
      <p class="lead">{prose.line(document.info.description.split("\n\n")[0] ?? "")}</p>
      <p>
        {operations.length} operations in {chapters.length} chapters, JSON over HTTPS. As an OpenAPI 3.1 document:{" "}
        <a href="/openapi.json">openapi.json</a>. The base address is <code>{EXAMPLE_ORIGIN}</code>.
      </p>
      <Section id="quick-start">
        <p>
          Four calls send the first invitation. You need an account with a verified email address:{" "}
          <a href="/signup">sign up</a> and open the link in the email. Until then, signing in returns the 401 of a
          wrong password, so that the response does not reveal which addresses have an account.
        </p>
        <div class="columns">
          <div>
            <h3>With curl</h3>
            {CURL_QUICK_START.map(({ does, text }, index) => (
              <CodeBlock caption={`${index + 1}. ${does}`} name="quick start with curl" text={text} />
            ))}
            <p>
              The response has the guest's personal <code>link</code>, and <code>notified: true</code> if the invitation
              will be emailed. <code>notify: false</code> issues a link without an email.
            </p>
            <p>
              A server that submits RSVPs for many guests looks like a script. Unless the event trusts its network, the
              host is alerted, and an event with <code>step_up_from</code> below <code>block</code> asks for codes.
            </p>
          </div>
          <div>
            <h3>With TypeScript</h3>
            <p>
              <code>@usher/client</code> signs in, refreshes tokens, retries failed requests, and throws errors with a
              code. See its README.
            </p>
            <CodeBlock caption="TypeScript" name="quick start" text={typescript} />
          </div>
        </div>
      </Section>
      <Section id="authentication">
        {prose.paragraphs(
          "Hosts sign in with `POST /auth/login` and send the `access_token` as `Authorization: Bearer …`. It is valid for 15 minutes. `POST /auth/refresh` exchanges the `refresh_token` for a new pair. Each refresh token works once. Using one again ends the session, because the token may have been stolen.",
        )}
        <CodeBlock caption="curl" name="refresh a session" text={REFRESH} />
        <dl class="chapters">
          {Object.entries(document.components.securitySchemes).map(([name, { description }]) => (
            <div>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{prose.line(description.endsWith(".") ? description : `${description}.`)}</dd>
            </div>
          ))}
        </dl>
        {prose.paragraphs(
          "With an authenticator app, signing in returns 401 `second_factor_required`; send the code to `POST /auth/login/factor`. Operations that cannot be undone ask for a step-up: 403 `step_up_required`.\n\nA role belongs to an event: viewers read, editors change and send, owners also manage the team and delete. Guests have no account. The token in a personal link authenticates its guest, so treat links as secrets. At the door, a device without an account uses a ticket from `POST /events/{eventId}/scanner-ticket` or `POST /events/{eventId}/door-devices`.",
        )}
      </Section>
      <Section id="errors">
        {prose.paragraphs(
          "An error has a status of 400 or higher and a body of the type `application/problem+json` (RFC 9457):",
        )}
        <CodeBlock
          caption="Response 400"
          name="a problem document"
          text={JSON.stringify(document.components.examples.validation_failed?.value, null, 2)}
        />
        <p>
          Branch on <code>error</code>: codes are stable, texts may change. <code>errors</code> names the invalid
          fields. <a href="/docs/errors">Every code</a> has its cause and what to do next.
        </p>
        <StatusTable />
      </Section>
      <Section id="idempotency">
        {prose.paragraphs(
          "If a response is lost, the request may have succeeded. Send a unique `Idempotency-Key` with each POST that creates something. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. You can repeat GET, PUT, PATCH and DELETE without a key. The client creates keys and retries automatically.",
        )}
        <CodeBlock caption="curl" name="a request that can be repeated" text={RETRY} />
      </Section>
      <Section id="pagination">
        {prose.paragraphs(
          "Lists are paginated. A page has `items` and `next_cursor`, which is null on the last page. Send it as `cursor`, with the same filters, to get the next page. `limit` is 1 to 200. Guests that are added while you page do not shift later pages.",
        )}
        <CodeBlock caption="TypeScript" name="all items of a list" text={PAGES} />
      </Section>
      <Section id="rate-limits">
        {prose.paragraphs(
          "`RateLimit-Policy` lists the limits that a request counts against, and `RateLimit` what is left of them. Above a limit, a request returns 429 `rate_limited` with the seconds to wait in `Retry-After`. Emails and text messages have a separate budget per tier: 429 `sending_limit`. The client waits and retries.",
        )}
      </Section>
      <Section id="webhooks">
        {prose.paragraphs(
          "Anyone can send a request to your endpoint, so verify its signature before you read it. `verifyWebhook` of the client checks the signature of Standard Webhooks: an HMAC-SHA-256 over the ID, the time and the raw body, in `webhook-signature`, at most five minutes old. Pass the raw body: parsing and formatting it changes the signature.",
        )}
        <CodeBlock caption="TypeScript" name="verify a webhook" text={VERIFY} />
        {prose.paragraphs(
          "The paths below `/webhooks/` are for the providers of payments, email and text messages. A request with a wrong signature returns 400 `invalid_signature`.",
        )}
      </Section>
      <Section id="formats">
        <ul>
          <li>
            Bodies are JSON in UTF-8, with names in <code>snake_case</code>. An unknown field in a request returns 400.
            Responses may get new fields at any time.
          </li>
          <li>
            Times are ISO 8601 with an offset in requests, and in UTC in responses:{" "}
            <code>2027-06-12T16:00:00.000Z</code>.
          </li>
          <li>
            IDs are UUIDs. Phone numbers are E.164, languages BCP 47, time zones IANA names such as{" "}
            <code>Europe/Berlin</code>.
          </li>
          <li>Null means "no value". In a PATCH, an absent field keeps its value.</li>
        </ul>
      </Section>
      <Section id="headers">
        <ScrollingTable name="Response headers">
          <thead>
            <tr>
              <th scope="col">Header</th>
              <th scope="col">Meaning</th>
              <th scope="col">Example</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(document.components.headers).map(([name, { description = "", example }]) => (
              <tr id={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{prose.line(description)}</td>
                <td>
                  <code>{String(example)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </Section>
      <section aria-labelledby="chapters.title">
        <h2 id="chapters.title">Chapters</h2>
        <dl class="chapters">
          {chapters.map(({ name, page, description, operations: ofChapter }) => (
            <div>
              <dt>
                <a href={page}>{name}</a>
              </dt>
              <dd>
                {prose.line(description)}. {ofChapter.length} operations.
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** Advice for a client that knows only the status. */
const ACTIONS: readonly (readonly [number, string])[] = [
  [400, "Correct the request before you repeat it"],
  [401, "Refresh the session or sign in, then repeat"],
  [402, "Offer the upgrade at upgrade_url"],
  [403, "Not allowed for this account, or only after another step: see the code"],
  [404, "Check the ID, and your role on the event"],
  [409, "Read the current state and decide whether to repeat"],
  [410, "Expired or already used: request a new one"],
  [413, "Send a smaller body"],
  [415, "Send a media type that the operation accepts"],
  [429, "Wait for Retry-After, then repeat"],
  [503, "Wait for Retry-After, then repeat with the same Idempotency-Key"],
];

function StatusTable() {
  return (
    <ScrollingTable name="Statuses of errors">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Fix</th>
        </tr>
      </thead>
      <tbody>
        {ACTIONS.map(([status, action]) => (
          <tr>
            <th scope="row">
              {status} {TITLES[status]}
            </th>
            <td>{action}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  );
}
