import { env, exports } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../../src/app.ts";
import { LISTED_KINDS } from "../../../src/kernel/account-changes.ts";
import { snakeName } from "../../../src/kernel/case.ts";
import { CREDENTIALS, type CredentialKind } from "../../../src/platform/credentials/registry.ts";
import { countLiveValues } from "../../../src/platform/key-uses/live-value-queries.ts";
import { exportedFields } from "../../../src/platform/personal-data/export-field-queries.ts";
import { SECTIONS_OF_EVENTS, SECTIONS_OF_USER } from "../../../src/platform/personal-data/export-queries.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, freshEmail, signedInHost } from "../../support/account.ts";
import { issuedToken } from "../../support/auth.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { linkIn, mailTo } from "../../support/mailbox.ts";

/** A name of a column or field that may hold a secret to sign in or act with. */
const SUSPICIOUS = /hash|secret|token|nonce|credential|key|_mac$|^device$|password|passkey|ticket|recovery/;
/** Names of fields with which a request can prove who it is from, in addition to `SUSPICIOUS`. */
const PROVES = /^(short_)?code$/;

const LOG = "says which device did something; a hash of its ID";
const RETRY = "recognises a repeated request";
const CHAIN = "chains the audit records";
const COMPARED = "the form by which addresses, names or tags are compared";

/** Columns with such a name that let no one sign in or act, and why. */
const HARMLESS: Record<string, string> = {
  "access_logs.device": LOG,
  "rsvps.device": LOG,
  "account_log.device": "names the browser of a sign-in or a change",
  "sessions.device": "names the browser of a session",
  "check_ins.nonce": RETRY,
  "check_in_arrivals.nonce": RETRY,
  "idempotency_keys.key_hash": RETRY,
  "idempotency_keys.request_hash": RETRY,
  "audit_records.hash": CHAIN,
  "audit_records.actor_key_name": "names the API key of an actor",
  "users.email_key": COMPARED,
  "guests.email_key": COMPARED,
  "guests.name_key": COMPARED,
  "guests.tag_keys": COMPARED,
  "collaborator_invites.email_key": COMPARED,
  "host_unsubscribes.email_key": COMPARED,
  "suppressions.email_key": COMPARED,
  "deliveries.dedupe_key": RETRY,
  "feature_flags.key": "names a flag",
  "audit_chains.hash": CHAIN,
  "challenges.device": "tells the browser that asked for a code from others",
  "sign_in_networks.network_hash": "tells networks from which a user has signed in",
  "deliveries.recipient_hash": "counts what an address gets",
  "past_invitations.recipient_hash": "counts what an address gets",
};

/** Operations that return such a field with nothing secret in it, and why. */
const GIVING_NOTHING: Record<string, string> = {
  readSecurity: "names and times of credentials",
  readTotp: "how many recovery codes are left",
  readSessions: "names of browsers",
  readTimeline: "names of browsers",
  readAudit: "hashes of the chain, and the names of API keys",
  verifyAudit: "the hash of the chain's head",
  readDoorList: "the keys of the list that the same ticket reads",
  exportGuestData: "rows without hashes and secrets",
  exportData: "rows without hashes and secrets",
};

/** The credentials that an operation or a page takes in its path, query or body; or why such a field is none. */
const TAKEN_BY: Record<string, readonly CredentialKind[] | string> = {
  "GET /health/details": "the operator's token of the configuration, which no user has",
  signUp: ["password"],
  logIn: ["password"],
  completeLogIn: ["factor_token", "authenticator_app", "recovery_code"],
  logInWithPasskey: ["passkey"],
  refreshSession: ["session"],
  logOut: ["session"],
  stepUp: ["factor_token", "password", "authenticator_app", "recovery_code", "passkey"],
  changePassword: ["password"],
  requestEmailChange: ["password"],
  addPasskey: ["passkey"],
  confirmTotp: ["authenticator_app"],
  verifyEmail: ["account_link", "password"],
  resetPassword: ["account_link", "password"],
  undoEmailChange: ["undo_link"],
  previewInvite: ["invite"],
  acceptInvite: ["invite"],
  watchEvent: ["live_ticket"],
  previewCheckIn: ["door_code"],
  checkInGuest: ["door_code"],
  viewInvitation: ["guest_link", "edit_nonce"],
  readCalendar: ["guest_link"],
  requestEditLink: ["guest_link"],
  sendChallenge: ["guest_link"],
  askHost: ["guest_link"],
  verifyChallenge: ["guest_link", "guest_code"],
  submitRsvp: ["guest_link"],
  editRsvp: ["guest_link", "edit_nonce"],
  answerOffer: ["guest_link", "edit_nonce"],
  previewUnsubscribe: ["unsubscribe_link"],
  unsubscribe: ["unsubscribe_link"],
  sendComplaintCode: ["unsubscribe_link"],
  undoComplaint: ["unsubscribe_link", "complaint_code"],
  previewAlertsLink: ["alerts_link"],
  turnAlertsOff: ["alerts_link"],
  addArrivals: RETRY,
  undoCheckIn: RETRY,
  "POST /signup": ["password"],
  "GET /verify-email": ["account_link"],
  "POST /verify-email": ["account_link", "password"],
  "GET /not-my-account": ["account_link"],
  "POST /not-my-account": ["account_link"],
  "GET /reset-password": ["account_link"],
  "POST /reset-password": ["account_link", "password"],
  "GET /undo-email-change": ["undo_link"],
  "POST /undo-email-change": ["undo_link"],
  "POST /invites/:token/join": ["invite", "password", "factor_token", "authenticator_app", "recovery_code"],
  "GET /confirm-reply-to": ["reply_to_link"],
  "POST /confirm-reply-to": ["reply_to_link"],
  "GET /i/:token": ["guest_link", "edit_nonce"],
  "POST /i/:token": ["guest_link", "edit_nonce"],
  "POST /i/:token/edit-link": ["guest_link"],
  "POST /i/:token/ask-host": ["guest_link"],
  "POST /i/:token/language": ["guest_link"],
  "GET /i/:token/challenge": ["guest_link"],
  "POST /i/:token/challenge": ["guest_link"],
  "GET /i/:token/challenge/verify": ["guest_link"],
  "POST /i/:token/challenge/verify": ["guest_link", "guest_code"],
  "GET /i/:token/wallet/apple": ["guest_link"],
  "GET /i/:token/wallet/google": ["guest_link"],
  "POST /unsubscribe/code-sent": ["unsubscribe_link"],
  "POST /unsubscribe/code-checked": ["unsubscribe_link", "complaint_code"],
  "GET /not-me/:token": ["report_link"],
  "POST /not-me/:token": ["report_link"],
};

/** Pages and files that take no credential, and why: a new page belongs here or in `TAKEN_BY`. */
const TAKING_NOTHING: Record<string, string> = {
  ...Object.fromEntries(
    [
      "/",
      "/docs",
      "/docs/:page{[a-z-]+}",
      "/docs/assets/:file",
      "/openapi.json",
      "/privacy",
      "/.well-known/change-password",
      "/.well-known/security.txt",
      "/pass-offline.js",
      "/scan-offline.js",
      "/assets/:file{[a-z-]+\\.js}",
      "/assets/cards/:file{[a-z]+\\.png}",
      "/assets/fonts/:file{[a-z]+\\.woff2}",
      "/assets/fonts/:hash{[0-9a-f]+}/:file{[a-z0-9-]+\\.woff2}",
      "/app/assets/*",
    ].map((path) => [`GET ${path}`, "is the same file or page for every reader"]),
  ),
  ...Object.fromEntries(
    ["/app", "/app/*", "/app/frame", "/scan", "/login", "/account/security", "/live/:eventId"].map((path) => [
      `GET ${path}`,
      "is a page whose script calls the API, or leads there",
    ]),
  ),
  "GET /signup": "is an empty form",
  "GET /forgot-password": "is an empty form",
  "POST /forgot-password": "emails a link to an address",
  "POST /lost-link/sent": "emails links to an address",
  "POST /language": "stores a language in a cookie",
  "POST /policy-reports": "counts reports of browsers",
};

/** Credentials that no operation and no page takes in its path, query or body, and where they are used. */
const USED_ELSEWHERE: Partial<Record<CredentialKind, string>> = {
  email_address: "receives emails",
  webhook_endpoint: "is called by the service",
  guest_device: "is a cookie or the header `Usher-Device`",
};

const kinds = Object.entries(CREDENTIALS) as [CredentialKind, (typeof CREDENTIALS)[CredentialKind]][];
const storedIn = new Set<string>(
  kinds.flatMap(([, credential]) => ("storedIn" in credential ? [...credential.storedIn] : [])),
);

/** A schema of the document, as far as fields are concerned. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
type Content = { content?: Record<string, { schema?: Schema }> };
interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters?: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
  security?: Record<string, unknown>[];
}
interface Document {
  paths: Record<string, Record<string, Omit<Operation, "path" | "method">>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> };
}

let document: Document;
let operations: Operation[];

beforeAll(async () => {
  document = await (await exports.default.fetch(new Request("https://usher.test/openapi.json"))).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
});

describe("credentials registry", () => {
  it("names every column that holds a secret or its hash", async () => {
    const { results } = await env.DB.prepare(
      `select list.name || '.' || info.name as path, info.name as name
       from pragma_table_list as list join pragma_table_info(list.name) as info
       where list.schema = 'main' and list.type = 'table' and list.name not glob 'sqlite_*' and list.name not glob '_cf_*'`,
    ).all<{ path: string; name: string }>();
    const paths = results.filter(({ name }) => SUSPICIOUS.test(name) && !name.endsWith("_id")).map(({ path }) => path);
    expect(paths.filter((path) => !storedIn.has(path) && !(path in HARMLESS))).toEqual([]);
    expect([...storedIn].filter((path) => !results.some((column) => column.path === path))).toEqual([]);
    expect(Object.keys(HARMLESS).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it("names the credential of every key that the platform secret gives", () => {
    const { db } = createRequestContext({ ...env }, () => undefined);
    const named = kinds.flatMap(([, credential]): string[] => ("keys" in credential ? [...credential.keys] : []));
    // Addresses of recipients and networks are hashed with these: they open nothing.
    expect([...new Set(named), "audit_head", "proof_of_work", "recipient_hash", "sign_in_network"].sort()).toEqual(
      Object.keys(countLiveValues(db, 0)).sort(),
    );
  });

  it("names every operation that returns a secret, and no operation that does not exist", () => {
    const creating = new Set<string>(kinds.flatMap(([, { createdBy }]) => [...createdBy]));
    const names = operations.map(({ operationId }) => operationId);
    expect([...creating].filter((name) => !names.includes(name))).toEqual([]);
    const giving = operations.filter((operation) => responseFields(operation).some(isSuspicious));
    expect(
      giving
        .map(({ operationId }) => operationId)
        .filter((name) => !creating.has(name))
        .sort(),
    ).toEqual(Object.keys(GIVING_NOTHING).sort());
  });

  it("says for every operation that creates a lasting credential that it may require a step-up", () => {
    const guarded = kinds.filter(([, { requiresStepUp }]) => requiresStepUp === "always");
    const created = new Set<string>(guarded.flatMap(([, { createdBy }]) => [...createdBy]));
    // The code of the app is the proof, for an app that a step-up has set up.
    created.delete("confirmTotp");
    // The options that it answers ask for the step-up.
    created.delete("addPasskey");
    const asking = operations.filter((operation) => JSON.stringify(operation.responses).includes("step_up_required"));
    const askingNames = asking.map(({ operationId }) => operationId);
    expect([...created].filter((name) => !askingNames.includes(name))).toEqual([]);
  });

  it("notifies the owner of a removed sign-in factor that was created with a security email", () => {
    const removable = kinds.filter(([, { listing }]) => "revoking" in listing && listing.revoking === "step_up");
    const notified = removable.filter(([, credential]) => "notifiesRemoval" in credential).map(([kind]) => kind);
    expect(notified).toEqual(removable.filter(([, { notifies }]) => notifies !== null).map(([kind]) => kind));
    expect(notified).toContain("passkey");
  });

  it("says for every kind how the account's security page lists it, or why it does not", () => {
    const listedAs = kinds.flatMap(([, { listing }]) => ("listedAs" in listing ? [listing.listedAs] : []));
    expect([...new Set(listedAs)].sort()).toEqual([...LISTED_KINDS].sort());
    const unlisted = kinds.filter(([, { listing }]) => !("listedAs" in listing) && listing.unlisted.length < 20);
    expect(unlisted).toEqual([]);
    // Everything that the account creates and that is stored is listed, unless its entry names a replacement.
    for (const kind of LISTED_KINDS) expect(CREDENTIALS[kind].listing).toMatchObject({ listedAs: kind });
  });

  it("names the credential of every operation that takes a secret in its path, query or body, at any depth", () => {
    const taking = operations.filter((operation) =>
      requestFields(operation).some((field) => isSuspicious(field) || PROVES.test(field)),
    );
    const named = Object.keys(TAKEN_BY).filter((name) => !name.includes(" "));
    expect(taking.map(({ operationId }) => operationId).sort()).toEqual(named.sort());
  });

  it("names every page and file as one that takes a credential, or says why it takes none", () => {
    const named = [...Object.keys(TAKEN_BY).filter((name) => name.includes(" ")), ...Object.keys(TAKING_NOTHING)];
    expect(pageRoutes().sort()).toEqual(named.sort());
    for (const name of pageRoutes()) if (name.includes(":token")) expect(Object.keys(TAKEN_BY)).toContain(name);
  });

  it("names where each credential is taken", () => {
    const taken = new Set(Object.values(TAKEN_BY).flatMap((named) => (typeof named === "string" ? [] : [...named])));
    const others = kinds.filter(([kind, credential]) => !taken.has(kind) && !("scheme" in credential));
    expect(others.map(([kind]) => kind).sort()).toEqual(Object.keys(USED_ELSEWHERE).sort());
  });

  it("posts each form with a password, a code or a secret to a page that names its credential", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeEventFixture(host.id, 1);
    const email = freshEmail();
    await host.api("POST", `/events/${eventId}/collaborators`, { email, role: "viewer" });
    const invite = linkIn(await mailTo(email), "/invites/").pathname;
    const paths = pageRoutes().flatMap((route) => (route.startsWith("GET ") ? [route.slice("GET ".length)] : []));
    // Pages of account links show their form only for a valid link.
    const tokens: Record<string, string> = {
      "/verify-email": await issuedToken(host.id, "verify_email"),
      "/not-my-account": await issuedToken(host.id, "verify_email"),
      "/reset-password": await issuedToken(host.id, "reset_password"),
      "/undo-email-change": await issuedToken(host.id, "undo_email_change"),
    };
    const opened = [
      ...paths.map(
        (path) => `${path.replaceAll(/:\w+(\{[^}]*\})?/g, guests[0]?.token ?? "")}?token=${tokens[path] ?? "none"}`,
      ),
      invite,
    ];
    const forms: string[] = [];
    for (const path of opened) {
      const headers = { Accept: "text/html", "CF-Connecting-IP": freshAddress() };
      const response = await call("GET", path, undefined, headers);
      const html = await response.text();
      for (const [form, action = ""] of html.matchAll(/<form[^>]* action="([^"]*)".*?<\/form>/gs)) {
        const names = [...form.matchAll(/ name="([^"]*)"/g)].map(([, name = ""]) => name);
        if (names.some((name) => isSuspicious(name) || PROVES.test(name))) forms.push(`POST ${action}`);
      }
    }
    const taking = Object.keys(TAKEN_BY).map((name) => new RegExp(`^${name.replaceAll(/:\w+/g, "[^/]+")}$`));
    expect(forms.filter((form) => !taking.some((pattern) => pattern.test(form)))).toEqual([]);
    expect(new Set(forms).size).toBeGreaterThan(5);
  });

  it("names the section of an export for each listed kind, and exports none of its secrets", () => {
    const sections = { ...SECTIONS_OF_USER, ...SECTIONS_OF_EVENTS } as Record<string, (owner: never) => Source[]>;
    const sourcesOf = (name: string) => sections[name]?.(["e"] as never) ?? [];
    const named = kinds.flatMap(([, { exporting }]): string[] =>
      "exportedAs" in exporting ? [exporting.exportedAs] : [],
    );
    expect(named.filter((name) => name !== "user" && sourcesOf(name).length === 0)).toEqual([]);
    for (const kind of LISTED_KINDS) expect(CREDENTIALS[kind].exporting).toHaveProperty("exportedAs");
    for (const [, { exporting }] of kinds) {
      if ("unexported" in exporting) expect(exporting.unexported.length).toBeGreaterThan(15);
    }
    // A table with a secret is exported only as a kind says.
    const tables = new Set([...storedIn].map((column) => column.split(".")[0]));
    const exported = Object.keys(sections).flatMap((name) => sourcesOf(name).map(({ table }) => ({ name, table })));
    const ofSecrets = exported.filter(({ table }) => tables.has(getTableName(table)));
    expect(ofSecrets.filter(({ name }) => !named.includes(name)).map(({ name }) => name)).toEqual([]);
    const fields = exported.flatMap(({ table }) =>
      exportedFields(table).map((field) => `${getTableName(table)}.${snakeName(field)}`),
    );
    // A hash, by which other rows of the export name the device.
    expect(fields.filter((field) => storedIn.has(field))).toEqual(["guest_devices.device"]);
  });

  it("names every scheme by which a request can authenticate", () => {
    const schemes = new Set(kinds.flatMap(([, credential]) => ("scheme" in credential ? [credential.scheme] : [])));
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([...schemes].sort());
  });
});

type Source = ReturnType<(typeof SECTIONS_OF_USER)[string]>[number];

/** Routes that the OpenAPI document does not have: `GET /signup`. */
function pageRoutes(): string[] {
  const described = new Set(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  const routes = app.routes.flatMap(({ method, path }) => (method === "ALL" ? [] : [`${method} ${path}`]));
  return [...new Set(routes)].filter((route) => !described.has(route));
}

/** True for a name that may be a secret's. The ID of a row is public. */
function isSuspicious(field: string): boolean {
  return SUSPICIOUS.test(field) && !/_id$|Id$/.test(field);
}

/** Names of the fields of an operation's successful responses, at any depth. */
function responseFields({ responses }: Operation): string[] {
  const successful = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return successful.flatMap(([, response]) => fieldsOf(response));
}

/** Names of the fields of an operation's body, at any depth, and of the parameters of its path and query. */
function requestFields({ requestBody, parameters = [] }: Operation): string[] {
  const named = parameters.filter((parameter) => parameter.in !== "header").map(({ name }) => name);
  return [...named, ...fieldsOf(requestBody ?? {})];
}

function fieldsOf({ content = {} }: Content): string[] {
  return Object.values(content).flatMap(({ schema }) => namesIn(schema));
}

function namesIn(schema: Schema | boolean | undefined, above: readonly Schema[] = []): string[] {
  if (typeof schema !== "object" || above.includes(schema)) return [];
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const named = $ref === undefined ? undefined : document.components.schemas[$ref.split("/").at(-1) ?? ""];
  const parts = [named, items, additionalProperties, ...anyOf, ...oneOf, ...allOf, ...Object.values(properties)];
  return [...Object.keys(properties), ...parts.flatMap((part) => namesIn(part, [...above, schema]))];
}
