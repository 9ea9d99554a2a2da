import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LISTED_KINDS, type ListedKind } from "../../../src/kernel/account-changes.ts";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { CREDENTIALS } from "../../../src/platform/credentials/registry.ts";
import { deleteExpired } from "../../../src/privacy/delete-expired.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshEmail, type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { issuedToken, post } from "../../support/auth.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { mailsTo } from "../../support/mailbox.ts";
import { addPasskey, ageProof, beginSignIn, refusalOf, setUpApp } from "../../support/second-factors.ts";
import { freshReceiver } from "../../support/webhook-receiver.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";

interface Listed {
  kind: ListedKind;
  id: string;
  name: string | null;
  grants: string;
  current: boolean;
  [field: string]: unknown;
}
interface Security {
  credentials: Listed[];
  log: {
    items: { at: string; what: string; place: string | null; device: string | null }[];
    next_cursor: string | null;
  };
}

/** Kinds whose removal makes signing in weaker. */
const FACTORS: readonly ListedKind[] = ["passkey", "authenticator_app", "recovery_code"];

async function securityOf(host: Pick<Host, "api">, query = ""): Promise<Security> {
  const response = await host.api("GET", `/me/security${query}`);
  expect(response.status).toBe(200);
  return response.json<Security>();
}

/** An account with one credential of each kind that the page lists, in addition to the session itself. */
async function hostWithEach(): Promise<{ host: Host; eventId: string; colleague: string; recoveryCode: string }> {
  const host = await signedInHost({ tier: "pro" });
  const { eventId } = await makeEventFixture(host.id, 1);
  const colleague = freshEmail();
  await addPasskey(host);
  const [recoveryCode = ""] = (await setUpApp(host)).recoveryCodes;
  await makeKey(host, { name: "Sync" });
  await issuedToken(host.id, "reset_password");
  const made = [
    host.api("POST", "/webhook-endpoints", { url: freshReceiver().url, types: ["*"] }),
    host.api("POST", `/events/${eventId}/door-devices`, { name: "North", rights: ["scan"] }),
    host.api("POST", `/events/${eventId}/scanner-ticket`),
    host.api("POST", `/events/${eventId}/collaborators`, { email: colleague, role: "editor" }),
  ];
  for (const response of await Promise.all(made)) expect(response.status).toBe(201);
  return { host, eventId, colleague, recoveryCode };
}

describe("GET /me/security", () => {
  it("lists each kind of the registry, with the registry's text", async () => {
    const { host, eventId, colleague } = await hostWithEach();
    const { credentials } = await securityOf(host);
    expect([...new Set(credentials.map(({ kind }) => kind))].sort()).toEqual([...LISTED_KINDS].sort());
    for (const { kind, grants, revoked_by: revokedBy } of credentials) {
      expect({ grants, revokedBy }).toEqual({
        grants: CREDENTIALS[kind].grants,
        revokedBy: [...CREDENTIALS[kind].revokedBy],
      });
    }
    const of = (kind: ListedKind) => credentials.filter((found) => found.kind === kind);
    expect(of("session")).toEqual([expect.objectContaining({ current: true })]);
    expect(of("invite")).toEqual([expect.objectContaining({ name: colleague, event_id: eventId })]);
    expect(of("account_link")).toEqual([expect.objectContaining({ name: "reset_password" })]);
    expect(of("door_device")).toEqual([expect.objectContaining({ name: "North", event_id: eventId })]);
    expect(of("api_key")).toEqual([expect.objectContaining({ name: "Sync", last_used_at: null })]);
  });

  it("lists nothing of another account, and nothing that was revoked or has expired", async () => {
    const { host } = await hostWithEach();
    const stranger = await signedInHost();
    expect((await securityOf(stranger)).credentials.map(({ kind }) => kind)).toEqual(["session"]);
    await env.DB.batch([
      env.DB.prepare("update secrets set expires_at = 1 where user_id = ?").bind(host.id),
      env.DB.prepare("update api_keys set expires_at = 1 where user_id = ?").bind(host.id),
      env.DB.prepare("update door_devices set revoked_at = 1 where made_by = ?").bind(host.id),
      env.DB.prepare("update collaborator_invites set expires_at = 1 where invited_by = ?").bind(host.id),
      env.DB.prepare("update recovery_codes set used_at = 1 where user_id = ?").bind(host.id),
    ]);
    const left = (await securityOf(host)).credentials.map(({ kind }) => kind);
    expect(left.sort()).toEqual(["authenticator_app", "passkey", "session", "webhook_endpoint"]);
  });

  it("returns network and browser of creation and use, and never an address", async () => {
    const host = await signedInHost();
    const from = { "User-Agent": FIREFOX, "CF-Connecting-IP": "203.0.113.77" };
    const { email, password } = host;
    const login = await post("/auth/login", { email, password }, from);
    const { access_token: token } = await login.json<{ access_token: string }>();
    const as = { Authorization: `Bearer ${token}`, ...from };
    expect((await call("POST", "/api-keys", { name: "Sync", scopes: ["events:read"] }, as)).status).toBe(201);
    const { credentials, log } = await securityOf({ api: (method, path) => call(method, path, undefined, as) });
    const where = { place: "203.0.113.0/24", device: "Firefox on Windows" };
    expect(log.items.map(({ what, place, device }) => ({ what, place, device }))).toEqual([
      { what: "api_key_created", ...where },
      { what: "signed_in", ...where },
    ]);
    expect(credentials.find(({ kind }) => kind === "api_key")).toMatchObject({
      created_place: where.place,
      created_device: where.device,
    });
    expect(credentials.find(({ current }) => current)).toMatchObject({ last_used_place: where.place });
    const { results } = await env.DB.prepare("select * from account_log where user_id = ?").bind(host.id).all();
    const stored = JSON.stringify(results);
    for (const secret of ["203.0.113.77", email, host.name, "Sync"]) expect(stored).not.toContain(secret);
  });

  it("returns where recovery codes were renewed, and not where the app was set up", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    const originOf = async (kind: ListedKind) => {
      const found = (await securityOf(host)).credentials.find((credential) => credential.kind === kind);
      return [found?.created_place, found?.created_device];
    };
    const own = await originOf("authenticator_app");
    expect(await originOf("recovery_code")).toEqual(own);
    const thief = { Authorization: `Bearer ${host.token}`, "User-Agent": FIREFOX, "CF-Connecting-IP": "203.0.113.78" };
    expect((await call("POST", "/me/recovery-codes", undefined, thief)).status).toBe(201);
    expect(await originOf("recovery_code")).toEqual(["203.0.113.0/24", "Firefox on Windows"]);
    expect(await originOf("authenticator_app")).toEqual(own);
  });

  it("returns the log in pages, with each change in it", async () => {
    const { host, recoveryCode } = await hostWithEach();
    const factor = { factor_token: await beginSignIn(host), recovery_code: recoveryCode };
    expect((await post("/auth/login/factor", factor)).status).toBe(200);
    const webhook = (await securityOf(host)).credentials.find(({ kind }) => kind === "webhook_endpoint");
    await host.api("PATCH", `/webhook-endpoints/${webhook?.id}`, { status: "disabled" });
    await host.api("POST", "/me/recovery-codes");
    await host.api("DELETE", "/me/sessions");
    const change = { current: host.password, password: "another horse, another staple" };
    expect((await host.api("POST", "/me/password", change)).status).toBe(204);
    const expected = [
      "password_changed",
      "signed_out_everywhere",
      "recovery_code_created",
      "webhook_endpoint_changed",
      "signed_in",
      "recovery_code_used",
      "api_key_created",
      "authenticator_app_created",
      "door_device_created",
      "passkey_created",
      "scanner_ticket_created",
      "webhook_endpoint_created",
      "invite_created",
      "recovery_code_created",
    ];
    await eventually(async () => {
      const { log } = await securityOf(host);
      expect(log.items.map(({ what }) => what).sort()).toEqual([...expected].sort());
    });
    const first = await securityOf(host, "?limit=3");
    const second = await securityOf(host, `?limit=3&cursor=${first.log.next_cursor}`);
    expect(first.log.items.map(({ what }) => what)).toEqual(expected.slice(0, 3));
    expect(second.log.items).toHaveLength(3);
    expect((await host.api("GET", "/me/security?cursor=WzFd")).status).toBe(400);
  });

  it("logs the lock of an account once, and a reset", async () => {
    const host = await signedInHost();
    for (let turn = 0; turn < 7; turn++) await post("/auth/login", { email: host.email, password: "a wrong phrase" });
    const whats = async () => {
      const rows = await env.DB.prepare("select what from account_log where user_id = ?").bind(host.id).all();
      return rows.results.map(({ what }) => what);
    };
    expect(await whats()).toEqual(["account_locked"]);
    const token = await issuedToken(host.id, "reset_password");
    expect((await post("/auth/reset-password", { token, password: "another horse, another staple" })).status).toBe(204);
    expect(await whats()).toEqual(["account_locked", "password_reset"]);
  });

  it("deletes entries after 90 days", async () => {
    const host = await signedInHost();
    await makeKey(host);
    await makeKey(host);
    const [newer, older] = (await securityOf(host)).log.items;
    expect([newer?.what, older?.what]).toEqual(["api_key_created", "api_key_created"]);
    const age = env.DB.prepare(
      "update account_log set at = ?2 where id = (select min(id) from account_log where user_id = ?1)",
    );
    await age.bind(host.id, Date.now() - 90 * DAY_MS - 1).run();
    await deleteExpired(createRequestContext({ ...env }, () => undefined));
    expect((await securityOf(host)).log.items).toEqual([newer]);
  });
});

describe("DELETE /me/security/{kind}/{credentialId}", () => {
  it("revokes each kind of the registry, after a step-up if the registry requires one", async () => {
    const { host } = await hostWithEach();
    await post("/auth/login", { email: host.email, password: host.password });
    await ageProof(host);
    const end = ({ kind, id }: Listed) => host.api("DELETE", `/me/security/${kind}/${id}`);
    const { credentials } = await securityOf(host);
    // The app goes after its codes, and the session of the test last.
    const inOrder = credentials.toSorted(
      (one, other) => Number(one.kind === "authenticator_app") - Number(other.kind === "authenticator_app"),
    );
    for (const found of inOrder.filter(({ current }) => !current)) {
      const { listing } = CREDENTIALS[found.kind];
      if ("revoking" in listing && listing.revoking === "step_up") {
        expect(await refusalOf(await end(found))).toMatchObject({ status: 403, error: "step_up_required" });
        await ageProof(host, -11);
        expect([found.kind, (await end(found)).status]).toEqual([found.kind, 204]);
        await ageProof(host);
      } else expect([found.kind, (await end(found)).status]).toEqual([found.kind, 204]);
      expect((await securityOf(host)).credentials).not.toContainEqual(
        expect.objectContaining({ id: found.id, kind: found.kind }),
      );
    }
    await ageProof(host, -11);
    for (const found of inOrder.filter(({ current }) => !current)) expect((await end(found)).status).toBe(404);
    await eventually(async () => {
      const ended = (await securityOf(host)).log.items.filter(({ what }) => what.endsWith("_ended"));
      expect(ended.map(({ what }) => what.replace("_ended", "")).sort()).toEqual(
        LISTED_KINDS.filter((kind) => kind !== "session").sort(),
      );
    });
    const own = inOrder.find(({ current }) => current);
    expect(own === undefined ? 0 : (await end(own)).status).toBe(204);
    expect((await host.api("GET", "/me/security")).status).toBe(401);
  });

  it("notifies the owner once of each removed second factor, and not again", async () => {
    const host = await signedInHost();
    await addPasskey(host);
    await setUpApp(host);
    const { credentials } = await securityOf(host);
    const factors = credentials.filter(({ kind }) => FACTORS.includes(kind)).toReversed();
    const removeAll = async () => {
      const statuses: number[] = [];
      for (const { kind, id } of factors)
        statuses.push((await host.api("DELETE", `/me/security/${kind}/${id}`)).status);
      return statuses;
    };
    const queued = async () => {
      const rows = await env.DB.prepare("select id from outbox").all<{ id: string }>();
      return rows.results.map(({ id }) => id);
    };
    expect(await removeAll()).toEqual([204, 204, 204]);
    const queuedBefore = await queued();
    expect(await removeAll()).toEqual([404, 404, 404]);
    expect((await queued()).filter((id) => !queuedBefore.includes(id))).toEqual([]);
    const removals = [
      "A passkey was removed from your account.",
      "Your recovery codes were removed.",
      "Signing in to your account no longer takes a second step.",
    ];
    await eventually(async () => {
      const mails = await mailsTo(host.email);
      const countOf = (removal: string) => mails.filter(({ text }) => text.includes(removal)).length;
      expect(removals.map(countOf)).toEqual([1, 1, 1]);
    });
  });

  it("revokes nothing of another account, and rejects API keys", async () => {
    const { host } = await hostWithEach();
    const thief = await signedInHost();
    const { credentials } = await securityOf(host);
    for (const { kind, id } of credentials) {
      expect([kind, (await thief.api("DELETE", `/me/security/${kind}/${id}`)).status]).toEqual([kind, 404]);
    }
    expect((await securityOf(host)).credentials).toHaveLength(credentials.length);
    expect((await thief.api("DELETE", `/me/security/password/${thief.id}`)).status).toBe(404);
    const key = await makeKey(host);
    expect((await key.api("GET", "/me/security")).status).toBe(403);
  });
});
