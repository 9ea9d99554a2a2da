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
        {operations.length} operations in {chapters.length} chapters, JSON over HTTPS. The same as an OpenAPI 3.1
        document: <a href="/openapi.json">openapi.json</a>. The base address is <code>{EXAMPLE_ORIGIN}</code>.
      </p>
      <Section id="quick-start">
        <p>
          Four calls to the first invitation. You need an account with a confirmed email address:{" "}
          <a href="/signup">sign up</a> and open the link in the mail. Until then signing in returns the 401 of a wrong
          password, so that nobody learns whose address has an account.
        </p>
        <div class="columns">
          <div>
            <h3>With curl</h3>
            {CURL_QUICK_START.map(({ does, text }, index) => (
              <CodeBlock caption={`${index + 1}. ${does}`} name="quick start with curl" text={text} />
            ))}
            <p>
              The answer has the guest's personal <code>link</code>, and <code>notified: true</code> says that the
              invitation is on its way by mail. <code>notify: false</code> makes a link without a mail.
            </p>
          </div>
          <div>
            <h3>With TypeScript</h3>
            <p>
              <code>@usher/client</code> signs in and refreshes by itself, repeats what failed on the way, and throws
              refusals as errors with a code. Its README says more.
            </p>
            <CodeBlock caption="TypeScript" name="quick start" text={typescript} />
          </div>
        </div>
      </Section>
      <Section id="authentication">
        {prose.paragraphs(
          "Hosts sign in with `POST /auth/login` and send the `access_token` as `Authorization: Bearer …`. It lasts 15 minutes. `POST /auth/refresh` exchanges the `refresh_token` for a new pair; each refresh token works once, and one that comes again ends the session, because it may have been stolen.",
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
          "With an authenticator app, signing in answers 401 `second_factor_required`; send the code to `POST /auth/login/factor`. What can't be undone asks for it again: 403 `step_up_required`.\n\nA role belongs to an event: viewers read, editors change and send, owners also manage the team and delete. Guests have no account. The token in their personal link is their proof, so treat links as secrets. At the door, a device without an account works with a ticket of `POST /events/{eventId}/scanner-ticket` or a device link.",
        )}
      </Section>
      <Section id="errors">
        {prose.paragraphs("A refusal has a status, and a body of the type `application/problem+json` (RFC 9457):")}
        <CodeBlock
          caption="Response 400"
          name="a problem document"
          text={JSON.stringify(document.components.examples.validation_failed?.value, null, 2)}
        />
        <p>
          Branch on <code>error</code>: codes stay, texts may change. <code>errors</code> names the fields that are
          invalid. <a href="/docs/errors">Every code</a> is described with its cause and what to do next.
        </p>
        <StatusTable />
      </Section>
      <Section id="idempotency">
        {prose.paragraphs(
          "A request whose response got lost may have been done. Send an `Idempotency-Key` of your own with each POST that creates something: repeated with the same key within 24 hours, it isn't run again and gets the first response, with `Idempotency-Replayed: true`. The same key with another request is 409 `idempotency_key_reused`. GET, PUT, PATCH and DELETE can be repeated as they are. The client makes keys and repeats by itself.",
        )}
        <CodeBlock caption="curl" name="a request that can be repeated" text={RETRY} />
      </Section>
      <Section id="pagination">
        {prose.paragraphs(
          "Lists come in pages: `items`, and `next_cursor`, which is null on the last page. Send it as `cursor` for the next page, with the same filters. `limit` is 1 to 200. Guests that are added while you page don't shift later pages.",
        )}
        <CodeBlock caption="TypeScript" name="all items of a list" text={PAGES} />
      </Section>
      <Section id="rate-limits">
        {prose.paragraphs(
          "`RateLimit-Policy` has the limits that a request counts against, and `RateLimit` what is left of them. Above a limit the answer is 429 `rate_limited`, with the seconds to wait in `Retry-After`. Mails have budgets of their own, by tier: 429 `sending_limit`. The client waits and repeats.",
        )}
      </Section>
      <Section id="webhooks">
        {prose.paragraphs(
          "A webhook is a request that anybody could send, so verify its signature before you read it. `verifyWebhook` of the client checks one that is signed as Standard Webhooks says: an HMAC-SHA-256 over the id, the time and the raw body, in `webhook-signature`, no more than five minutes old. Give it the body as it came: parsing and formatting it again changes the signature.",
        )}
        <CodeBlock caption="TypeScript" name="verify a webhook" text={VERIFY} />
        {prose.paragraphs(
          "The addresses below `/webhooks/` are for the providers of payments, mail and text messages. They take only what the provider has signed, else 400 `invalid_signature`.",
        )}
      </Section>
      <Section id="formats">
        <ul>
          <li>
            Bodies are JSON in UTF-8, with names in <code>snake_case</code>. A field that is unknown is refused in
            requests; responses may get new fields at any time.
          </li>
          <li>
            Times are ISO 8601 with an offset in requests, and in UTC in responses:{" "}
            <code>2027-06-12T16:00:00.000Z</code>.
          </li>
          <li>
            Ids are UUIDs. Phone numbers are E.164, languages BCP 47, time zones IANA names such as{" "}
            <code>Europe/Berlin</code>.
          </li>
          <li>A null means "nothing"; in a PATCH, an absent field keeps its value.</li>
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

/** What a program does by the status alone. */
const ACTIONS: readonly (readonly [number, string])[] = [
  [400, "Correct the request; repeated as it is, it will be refused again"],
  [401, "Refresh the session or sign in, then repeat"],
  [402, "Offer the upgrade at upgrade_url"],
  [403, "Not allowed to this account, or not without another step: see the code"],
  [404, "Not there, or not yours to see"],
  [409, "In conflict with the present state: read it again and decide"],
  [410, "Was there, and has expired or been used"],
  [413, "Make the body smaller"],
  [415, "Send the media type that the operation takes"],
  [429, "Wait for Retry-After, then repeat"],
  [503, "Wait for Retry-After, then repeat with the same Idempotency-Key"],
];

function StatusTable() {
  return (
    <ScrollingTable name="Statuses of refusals">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">What to do</th>
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
