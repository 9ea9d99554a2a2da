import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { includesScope, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { callWithKey, type MadeKey, makeKey } from "../support/api-key.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import {
  bodyFor,
  document,
  eventOperations,
  type Operation,
  operations,
  pathFor,
  secured,
} from "../support/operations.ts";
import { share } from "../support/rounds.ts";

/** The scope that the document requires of an API key for an operation; null: the operation accepts no keys. */
function scopeOf({ operation }: Operation): Scope | null {
  const requirements = operation.security.flatMap((scheme) => ("api_key" in scheme ? [scheme.api_key] : []));
  return requirements.length === 0 ? null : ((requirements[0] as Scope[])[0] ?? null);
}

let host: Host;
beforeAll(async () => {
  host = await signedInHost({ tier: "business" });
});

/** The result of the scope check for a key and an operation: `allowed`, or the error. */
async function answerTo(key: string, operation: Operation, ids: Record<string, string>): Promise<string> {
  const method = operation.method.toUpperCase();
  const response = await callWithKey(key, method, pathFor(operation, ids), bodyFor(operation, ids));
  if (response.status === 401) return "unauthenticated";
  if (response.status !== 403) {
    await response.body?.cancel();
    return "allowed";
  }
  const { error, missing } = await response.json<{ error: string; missing?: string }>();
  return error === "insufficient_scope" ? `needs ${missing}` : error === "session_required" ? error : "allowed";
}

describe("scopes of operations", () => {
  it("appears in the document, unless the operation rejects keys", () => {
    const schemes = document.components?.securitySchemes ?? {};
    expect(schemes).toHaveProperty("api_key");
    for (const operation of secured) {
      const scope = scopeOf(operation);
      const { operationId } = operation.operation;
      expect([operationId, scope === null || SCOPES.includes(scope)]).toEqual([operationId, true]);
      expect([
        operationId,
        (operation.operation as { "x-required-scope"?: string })["x-required-scope"] ?? null,
      ]).toEqual([operationId, scope]);
      const codes = JSON.stringify(operation.operation.responses["403"] ?? {});
      expect(codes).toContain(scope === null ? "session_required" : "insufficient_scope");
    }
    // Each operation that a key may call has a rate limit.
    const unlimited = secured.filter((one) => scopeOf(one) !== null && one.operation.responses["429"] === undefined);
    expect(unlimited.map(({ operation }) => operation.operationId)).toEqual([]);
    const used = new Set(operations.map(scopeOf).filter((scope) => scope !== null));
    expect(SCOPES.filter((scope) => !used.has(scope))).toEqual([]);
  });

  it("excludes keys from accounts, sign-in, teams, billing, the audit and keys themselves", () => {
    const refused = secured.filter((operation) => scopeOf(operation) === null);
    expect(refused.map(({ operation }) => operation.operationId).sort()).toMatchInlineSnapshot(`
      [
        "acceptInvite",
        "acceptTerms",
        "addPasskey",
        "cancelCollaboratorInvite",
        "changeAlerts",
        "changePassword",
        "changeRole",
        "confirmTotp",
        "createApiKey",
        "createDoorDevice",
        "deleteAccount",
        "deleteApiKey",
        "exportData",
        "inviteCollaborator",
        "leaveEvent",
        "listApiKeys",
        "listPasskeys",
        "offerPasskeyRegistration",
        "openPortal",
        "readAlerts",
        "readAudit",
        "readBillingStatus",
        "readMe",
        "readPublicIp",
        "readSecurity",
        "readSessions",
        "readTotp",
        "removeCollaborator",
        "removePasskey",
        "removeTotp",
        "renameUser",
        "renewRecoveryCodes",
        "requestEmailChange",
        "revokeCredential",
        "rotateApiKey",
        "setUpTotp",
        "signOutOthers",
        "signOutSession",
        "startCheckout",
        "stepUp",
        "verifyAudit",
      ]
    `);
  });

  /**
   * A body may need more than the operation's scope: an endpoint for every type gets data that only a reader may see.
   */
  const FURTHER: Record<string, string> = { createWebhookEndpoint: "needs events:read" };

  /** The outcome of an operation by a key with one scope, as the document describes it. */
  function expectedOf(operation: Operation, scope: Scope): string {
    const needed = scopeOf(operation);
    if (needed === null) return "session_required";
    return includesScope([scope], needed) ? (FURTHER[operation.operation.operationId] ?? "allowed") : `needs ${needed}`;
  }

  it.each(SCOPES.map((scope, turn) => ({ scope, turn })))(
    "allows a key with only $scope what the document says, and nothing else",
    { tags: "rounds" },
    async ({ scope, turn }) => {
      const { key } = await makeKey(host, { scopes: [scope] });
      const others = secured.filter((operation) => expectedOf(operation, scope) !== "allowed");
      // In `npm test`, each operation meets its own scope and a fifth of the others.
      const tried = [...secured.filter((operation) => !others.includes(operation)), ...share(others, turn, 5)];
      const expected: Record<string, string> = {};
      const found: Record<string, string> = {};
      for (const operation of tried) {
        const { operationId } = operation.operation;
        expected[operationId] = expectedOf(operation, scope);
        // Of an event that is not there: behind the check is 404, and nothing changes.
        found[operationId] = await answerTo(key, operation, {});
      }
      expect(found).toEqual(expected);
    },
  );

  it("allows a key of another scope no change on an event of its creator", async () => {
    const { eventId, guests } = await makeEventFixture(host.id, 2);
    const { key } = await makeKey(host, { scopes: ["analytics:read"] });
    const ids = { eventId, guestId: guests[0]?.id ?? "" };
    const state = async () =>
      JSON.stringify(await env.DB.prepare("select * from guests where event_id = ?").bind(eventId).all());
    const before = JSON.parse(await state()).results;
    for (const operation of eventOperations.filter(({ method }) => method !== "get")) {
      expect(await answerTo(key, operation, ids)).toMatch(/^needs |^session_required$/);
    }
    expect(JSON.parse(await state()).results).toEqual(before);
  });
});

it("adds the key to every audited change, next to its creator", async () => {
  const { eventId, guests } = await makeEventFixture(host.id, 3);
  const made: MadeKey = await makeKey(host, { name: "Seating planner" });
  const last = new Set(["deleteGuest", "deleteGuests", "deleteEvent"]);
  const changing = eventOperations
    .filter((operation) => scopeOf(operation) !== null && operation.operation.operationId !== "deleteEvent")
    .sort((one, other) => Number(last.has(one.operation.operationId)) - Number(last.has(other.operation.operationId)));
  for (const operation of changing) {
    const guestId = guests[operation.operation.operationId === "deleteGuests" ? 1 : 0]?.id ?? "";
    const ids = { eventId, guestId };
    const response = await made.api(operation.method.toUpperCase(), pathFor(operation, ids), bodyFor(operation, ids));
    await response.body?.cancel();
  }
  type Entry = { action: string; actor: { id: string; api_key: { id: string; name: string } | null } };
  // A copy is recorded by a queue message.
  const items = await eventually(async () => {
    const page = await (await host.api("GET", `/events/${eventId}/audit?limit=200`)).json<{ items: Entry[] }>();
    expect(page.items.map(({ action }) => action)).toContain("event.copied");
    return page.items;
  });
  expect(items.filter(({ actor }) => actor.api_key?.id !== made.id).map(({ action }) => action)).toEqual([]);
  expect(new Set(items.map(({ actor }) => actor.api_key?.name))).toEqual(new Set(["Seating planner"]));
  expect([...new Set(items.map(({ action }) => action))].sort()).toMatchInlineSnapshot(`
      [
        "allowlist.added",
        "allowlist.removed",
        "analytics.exported",
        "branding.updated",
        "door_device.created",
        "event.cancelled",
        "event.copied",
        "event.reinstated",
        "event.updated",
        "guest.deleted",
        "guest.exported",
        "guests.deleted",
        "guests.exported",
        "guests.updated",
        "link.rotated",
        "message.created",
        "questions.updated",
        "rsvp.recorded",
        "texts.updated",
        "thresholds.updated",
      ]
    `);
  const verified = await host.api("GET", `/events/${eventId}/audit/verify`);
  expect(await verified.json()).toMatchObject({ status: "intact", records: items.length });
  const bySession = await host.api("PATCH", `/events/${eventId}`, { name: "By a person" });
  expect(bySession.status).toBe(200);
  const { items: later } = await (await host.api("GET", `/events/${eventId}/audit?limit=1`)).json<{
    items: { actor: { api_key: object | null } }[];
  }>();
  expect(later[0]?.actor.api_key).toBeNull();
});
