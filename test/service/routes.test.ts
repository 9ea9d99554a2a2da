import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app.ts";
import worker from "../../src/worker.ts";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember, makeEventFixture } from "../support/event-fixture.ts";
import {
  bodyFor,
  document,
  eventOperations,
  type Operation,
  operations,
  pathFor,
  secured,
  UNKNOWN_ID,
} from "../support/operations.ts";
import { UNDESCRIBED } from "../support/undescribed-routes.ts";

/** One request ID, so that two errors can be compared byte for byte. */
const SAME_REQUEST = { "X-Request-Id": "compare-these-two" };

async function answerOf(host: Host, route: Operation, eventId: string): Promise<[number, string]> {
  const path = pathFor(route, { eventId });
  const response = await host.api(route.method.toUpperCase(), path, bodyFor(route), SAME_REQUEST);
  return [response.status, await response.text()];
}

describe("every route", () => {
  it("appears in the OpenAPI document", () => {
    const described = new Set(
      operations.map(({ path, method }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    const registered = app.routes
      .filter((route) => route.method !== "ALL" && !UNDESCRIBED.has(route.path))
      .map((route) => `${route.method.toLowerCase()} ${route.path}`);
    expect(new Set(registered)).toEqual(described);
  });

  it("has a unique ID and describes its errors as problem documents", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const types = Object.keys(response?.content ?? {}).filter((type) => type !== "text/html");
        if (Number(status) >= 400) expect(types).toEqual(["application/problem+json"]);
      }
    }
  });

  it("describes whole numbers and patterns as JSON Schema, so that a program can check its input", () => {
    const limits = JSON.stringify(document).match(/"schema":\{[^{}]*\},"required":false,"name":"limit"/g) ?? [];
    expect(limits.length).toBeGreaterThan(5);
    for (const limit of limits) expect(limit).toContain('"type":"integer","minimum":1,"maximum":200');
    expect(JSON.stringify(document)).not.toMatch(/"pattern":"[^"]*\/[a-z]*"/);
  });

  /** @spec 9.1 "HTTP paths carry no version segment." */
  it("has no version in its path", () => {
    expect(operations.filter(({ path }) => /\/v\d/.test(path))).toEqual([]);
  });

  /**
   * @spec 4.3 "Routes described as authenticated need a bearer access token."
   * @spec 5.1 "1. Host routes need a bearer access token, an HS256 JWT."
   */
  it.each(secured)("returns 401 without credentials for $method $path", async (route) => {
    const path = pathFor(route, {});
    const response = await call(route.method.toUpperCase(), path, route.method === "get" ? undefined : {});
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("returns 405 with the methods of a path, and 404 for an unknown path", async () => {
    const wrong = await exports.default.fetch(new Request("https://usher.test/events", { method: "DELETE" }));
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD, POST");
    expect((await exports.default.fetch(new Request("https://usher.test/nothing"))).status).toBe(404);
  });

  it("returns a page for an unknown path to a browser", async () => {
    const open = (headers: Record<string, string>, method = "GET", path = "/docs/") =>
      exports.default.fetch(new Request(`https://usher.test${path}`, { method, headers }));
    const read = await open({ Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "de" });
    expect([read.status, read.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
    expect(read.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(read.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const html = await read.text();
    expect(html).toContain('lang="de"');
    expect(html).toContain("Diese Seite gibt es nicht");
    expect(html).toContain("Prüfen Sie die Adresse");
    for (const accept of ["*/*", "application/json"]) {
      const answered = await open({ Accept: accept });
      expect(answered.headers.get("content-type")).toBe("application/problem+json");
      expect(await answered.json()).toMatchObject({ status: 404, error: "not_found" });
    }
    const wrong = await open({ Accept: "text/html" }, "GET", "/rsvp");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("carries the security headers for browsers", async () => {
    const response = await call("GET", "/health");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=\d+/);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("/.well-known paths: GET /.well-known/change-password", () => {
  const get = (path: string, bindings: object = {}) =>
    worker.fetch(
      new Request(`https://usher.test/.well-known/${path}`, { redirect: "manual" }) as Request<
        unknown,
        IncomingRequestCfProperties
      >,
      { ...env, ...bindings },
      createExecutionContext(),
    );

  it("redirects a password manager to the page where the password is changed", async () => {
    const response = await get("change-password");
    expect([response.status, response.headers.get("location")]).toEqual([302, "/app/account/security"]);
  });

  it("returns the security contact if the operator has set it: GET /.well-known/security.txt", async () => {
    const response = await get("security.txt", { SECURITY_CONTACT: "mailto:security@usher.example" });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain;charset=UTF-8"]);
    const text = await response.text();
    expect(text).toMatch(/^Contact: mailto:security@usher\.example\nExpires: 20\d\d-\d\d-\d\dT/);
    expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(Date.now());
    expect((await get("security.txt")).status).toBe(404);
  });
});

describe("CORS", () => {
  const ALLOWED = "https://app.example";
  async function fetchFrom(origin: string, origins: string, method = "OPTIONS"): Promise<Response> {
    const headers = { Origin: origin, "Access-Control-Request-Method": "PATCH" };
    const request = new Request("https://usher.test/me", { method, headers });
    const context = createExecutionContext();
    const bindings = { ...env, CORS_ORIGINS: origins };
    return worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, bindings, context);
  }

  it("gets access if it is in CORS_ORIGINS, also to errors and their headers", async () => {
    const preflight = await fetchFrom(ALLOWED, `https://other.example, ${ALLOWED}`);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    const refused = await fetchFrom(ALLOWED, ALLOWED, "GET");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");
  });

  it("gets no access otherwise, and never if CORS_ORIGINS is empty", async () => {
    for (const origins of ["", "https://other.example"]) {
      for (const method of ["OPTIONS", "GET"]) {
        const { headers } = await fetchFrom(ALLOWED, origins, method);
        expect(headers.get("access-control-allow-origin")).toBeNull();
      }
    }
  });
});

/** The minimum role of each route of an event; a scanner ticket has the editor's role at the door. */
const ROLES = {
  viewer: [
    "readEvent",
    "listGuests",
    "countGuests",
    "readGuest",
    "readHistory",
    "readActivity",
    "readAccessLogs",
    "listCollaborators",
    "readTimeline",
    "leaveEvent",
    "readAnalytics",
    "exportAnalytics",
    "exportGuests",
    "readBranding",
    "readThresholds",
    "previewThresholds",
    "readAllowlist",
    "readFeedback",
    "countRecipients",
    "listCheckIns",
  ],
  editor: [
    "changeEvent",
    "createGuest",
    "changeGuest",
    "deleteGuest",
    "changeGuests",
    "deleteGuests",
    "previewImport",
    "importGuests",
    "guestTemplate",
    "issueToken",
    "rotateToken",
    "issueTokens",
    "changeBranding",
    "changeThresholds",
    "addToAllowlist",
    "removeFromAllowlist",
    "markAccess",
    "listMessages",
    "createMessage",
    "changeMessage",
    "sendMessageNow",
    "cancelMessage",
    "listDeliveries",
    "mintScannerTicket",
    "previewCheckIn",
    "checkInGuest",
    "addWalkIn",
    "findAtDoor",
    "undoCheckIn",
    "exportGuestData",
    "createDoorDevice",
    "listDoorDevices",
    "revokeDoorDevice",
    "addArrivals",
    "readDoorCode",
    "readDoorList",
    "writeToGuest",
  ],
  owner: [
    "deleteEvent",
    "inviteCollaborator",
    "cancelCollaboratorInvite",
    "changeRole",
    "removeCollaborator",
    "readAudit",
  ],
};

describe("every route of an event", () => {
  /**
   * @spec 4.39 "GET | /events/{id}/guests/{guest_id}/rsvp/history | host role | list of RSVP revisions"
   * @spec 4.85 "GET | /events/{id}/security/thresholds | viewer+ | current thresholds plus defaults"
   * @spec 4.86 "PUT | /events/{id}/security/thresholds | editor+ | invalid ordering rejected"
   * @spec 4.87 "GET | /events/{id}/security/thresholds/preview | viewer+ | counts per band the event's existing
   *   accesses would fall into under proposed thresholds"
   * @spec 4.92 "GET | /events/{id}/security/feedback | viewer+ | verdict history of the event"
   * @spec 4.94 "GET | /events/{id}/messages | editor+ | list"
   * @spec 4.95 "GET | /events/{id}/messages/recipient-count?audience=... | viewer+ | number of guests an audience
   *   would reach"
   * @spec 4.96 "POST | /events/{id}/messages | editor+ | draft, schedule or send now; tier-gated and kill-switch
   *   gated"
   * @spec 4.97 "PATCH | /events/{id}/messages/{message_id} | editor+ | only in draft or scheduled"
   * @spec 4.98 "POST | /events/{id}/messages/{message_id}/send-now | editor+"
   * @spec 4.99 "DELETE | /events/{id}/messages/{message_id} | editor+ | cancels"
   * @spec 4.91 "POST | /events/{id}/access-logs/{log_id}/feedback | editor+ | verdict legitimate or suspicious plus
   *   note; 404 when the log belongs to another event; invalid verdict 400"
   * @spec 4.107 "POST | /events/{id}/walk-ins | editor+ | creates a guest and a check-in together"
   * @spec 4.108 "GET | /events/{id}/check-ins | viewer+ | returns the list and the summary together"
   * @spec 4.103 "POST | /events/{id}/check-in/preview | editor+ | from a scanned QR, returns the guest and expected
   *   party size"
   * @spec 4.104 "POST | /events/{id}/check-in | editor+ | validates the QR JWT; 400 for another event's code; 410 for
   *   an expired code"
   * @spec 4.101 "POST | /events/{id}/scanner-ticket | host, tier-gated and flag-gated"
   */
  it.each(Object.entries(ROLES))("requires the role %s and no other", (role, routes) => {
    const actual = eventOperations
      .filter(({ operation }) => routes.includes(operation.operationId))
      .map(({ operation }) => [operation.operationId, operation["x-access"]]);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(routes.map((route) => [route, role])));
  });

  /**
   * @spec 4.2 "A user with no role on the event gets 404; a user with too low a role gets 403."
   * @spec 5.7 "4. | Cross-tenant or non-member access returns 404 so existence is not revealed."
   * @spec 7.17 "404 | no membership (cross-tenant)"
   */
  it.each(eventOperations)(
    "returns for $method $path to a stranger the response for an unknown event",
    async (route) => {
      const [owner, stranger] = await Promise.all([signedInHost(), signedInHost()]);
      const { eventId } = await makeEventFixture(owner.id, 1);
      const hidden = await answerOf(stranger, route, eventId);
      expect(hidden).toEqual(await answerOf(stranger, route, UNKNOWN_ID));
      expect(hidden[0]).toBe(404);
    },
  );

  /**
   * @spec 4.1 "Roles: viewer < editor < owner."
   * @spec 4.2 "A user with no role on the event gets 404; a user with too low a role gets 403."
   * @spec 7.14 "403 | role too low"
   */
  it.each(eventOperations.filter(({ operation }) => operation["x-access"] !== "viewer"))(
    "returns 403 for $method $path if the role is too low",
    async (route) => {
      const [owner, member] = await Promise.all([signedInHost(), signedInHost()]);
      const { eventId } = await makeEventFixture(owner.id, 1);
      await addMember(eventId, member.id, route.operation["x-access"] === "owner" ? "editor" : "viewer");
      const [status, body] = await answerOf(member, route, eventId);
      expect([status, (JSON.parse(body) as { error: string }).error]).toEqual([403, "role_too_low"]);
    },
  );
});
