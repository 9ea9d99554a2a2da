import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LISTED_KINDS } from "../../../src/kernel/account-changes.ts";
import { CREDENTIALS, type CredentialKind } from "../../../src/platform/credentials/registry.ts";
import { countLiveValues } from "../../../src/platform/key-uses/live-value-queries.ts";
import { createRequestContext } from "../../../src/request-context.ts";

/** A name of a column or field that may hold a secret to sign in or act with. */
const SUSPICIOUS = /hash|secret|token|nonce|credential|public_key|_mac$|^device$|password|passkey|ticket|recovery/;

const LOG = "says which device did something; a hash of its ID";
const RETRY = "recognises a repeated request";
const CHAIN = "chains the audit records";

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
  exportGuestData: "rows without hashes and secrets",
  exportData: "rows without hashes and secrets",
};

const kinds = Object.entries(CREDENTIALS) as [CredentialKind, (typeof CREDENTIALS)[CredentialKind]][];
const storedIn = new Set<string>(
  kinds.flatMap(([, credential]) => ("storedIn" in credential ? [...credential.storedIn] : [])),
);

interface Operation {
  operationId: string;
  path: string;
  responses: Record<string, { content?: Record<string, { schema?: { properties?: object; $ref?: string } }> }>;
  security?: Record<string, unknown>[];
}
interface Document {
  paths: Record<string, Record<string, Omit<Operation, "path">>>;
  components: { schemas: Record<string, { properties?: object }>; securitySchemes: Record<string, unknown> };
}

let document: Document;
let operations: Operation[];

beforeAll(async () => {
  document = await (await exports.default.fetch(new Request("https://usher.test/openapi.json"))).json<Document>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ ...operation, path })),
  );
});

describe("credentials registry", () => {
  /** @promise Accounts: One registry lists everything that can authenticate or act; a column, key or route outside it fails a test */
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
    const giving = operations.filter((operation) => fieldsOf(operation).some((field) => SUSPICIOUS.test(field)));
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

  it("names every scheme by which a request can authenticate", () => {
    const schemes = new Set(kinds.flatMap(([, credential]) => ("scheme" in credential ? [credential.scheme] : [])));
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual([...schemes].sort());
  });
});

/** Names of the fields of an operation's successful responses, at the first level. */
function fieldsOf({ responses }: Operation): string[] {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content }]) => Object.values(content ?? {}).flatMap(({ schema }) => schema ?? []));
  return schemas.flatMap(({ properties, $ref }) =>
    Object.keys(properties ?? document.components.schemas[$ref?.split("/").at(-1) ?? ""]?.properties ?? {}),
  );
}
