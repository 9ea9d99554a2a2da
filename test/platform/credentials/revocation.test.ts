import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { CREDENTIALS, type CredentialKind, type RevokingEvent } from "../../../src/platform/credentials/registry.ts";
import { call, freshAddress, freshEmail, type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { changedAddress, issuedToken, post, signIn } from "../../support/auth.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { linkIn, mailTo } from "../../support/mailbox.ts";
import {
  addPasskey,
  authenticationOptions,
  beginSignIn,
  codeOf,
  refusalOf,
  setUpApp,
} from "../../support/second-factors.ts";
import { signInToBrowser } from "../../support/session-cookie.ts";
import { freshReceiver } from "../../support/webhook-receiver.ts";

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = "another horse, another staple";
const EVENTS = [
  "reset_by_mail",
  "password_change",
  "undo_email_change",
  "sign_out_everywhere",
  "removal",
  "role_change",
  "account_deletion",
  "creator_revoked",
] satisfies RevokingEvent[];

const as = (token: string) => ({ Authorization: `Bearer ${token}`, "CF-Connecting-IP": freshAddress() });

const endpointIds = async (userId: string): Promise<unknown[]> => {
  const { results } = await env.DB.prepare("select id from webhook_endpoints where user_id = ?").bind(userId).all();
  return results.map(({ id }) => id);
};

/** The second owner of an event that begins in an hour, with one credential of each kind. */
async function ownerWithEach() {
  const host = await signedInHost({ tier: "business" });
  const owner = await signedInHost();
  const { eventId } = await makeEventFixture(host.id, 1);
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + HOUR_MS, eventId)
    .run();
  await addMember(eventId, owner.id, "owner");
  const first = await changedAddress(owner, owner.email, owner.token);
  const second = await changedAddress(owner, first.email, owner.token);
  const account: Host = { ...owner, email: second.email };
  const browser = await signInToBrowser(account);
  const [creator, actor] = [await signIn(account.email, owner.password), await signIn(account.email, owner.password)];
  const passkey = await addPasskey(owner);
  const app = await setUpApp(owner);
  const ticketOf = async (path: string, body?: object) =>
    (await (await call("POST", path, body, as(creator.access_token))).json<{ ticket: string }>()).ticket;
  const door = `/events/${eventId}/door-devices`;
  const device = await (await owner.api("POST", door, { name: "North", rights: ["scan"] })).json<{ ticket: string }>();
  const [key, keyOfEndpoint] = [await makeKey(owner), await makeKey(owner)];
  const endpoint = { url: freshReceiver().url, types: ["*"], event_id: eventId };
  expect((await keyOfEndpoint.api("POST", "/webhook-endpoints", endpoint)).status).toBe(201);
  const colleague = freshEmail();
  const invited = await owner.api("POST", `/events/${eventId}/collaborators`, { email: colleague, role: "owner" });
  expect(invited.status).toBe(201);
  return {
    host,
    owner,
    account,
    eventId,
    browser,
    creator,
    actor,
    passkey,
    app,
    key,
    keyOfEndpoint,
    first,
    second,
    colleague,
    device: device.ticket,
    scanner: await ticketOf(`/events/${eventId}/scanner-ticket`),
    live: await ticketOf("/auth/ws-ticket", { event_id: eventId }),
    factorToken: await beginSignIn(account),
    link: await issuedToken(owner.id, "verify_email"),
    invitePath: linkIn(await mailTo(colleague), "/invites/").pathname,
  };
}

type World = Awaited<ReturnType<typeof ownerWithEach>>;

/** How each event is brought about. */
const PERFORM: Record<RevokingEvent, (world: World) => Promise<Response>> = {
  reset_by_mail: async ({ owner }) =>
    post("/auth/reset-password", {
      token: await issuedToken(owner.id, "reset_password"),
      password: NEW_PASSWORD,
      end_door_devices: true,
    }),
  password_change: ({ owner, actor }) => {
    const change = { current: owner.password, password: NEW_PASSWORD };
    return call("POST", "/me/password", change, as(actor.access_token));
  },
  undo_email_change: ({ first }) => post("/auth/undo-email-change", { token: first.undo }),
  sign_out_everywhere: ({ actor }) => call("DELETE", "/me/sessions", undefined, as(actor.access_token)),
  removal: ({ host, owner, eventId }) => host.api("DELETE", `/events/${eventId}/collaborators/${owner.id}`),
  role_change: ({ host, owner, eventId }) =>
    host.api("PATCH", `/events/${eventId}/collaborators/${owner.id}`, { role: "viewer" }),
  account_deletion: ({ actor }) => call("DELETE", "/me", undefined, as(actor.access_token)),
  creator_revoked: async ({ owner, creator, keyOfEndpoint }) => {
    const sessions = await call("GET", "/me/sessions", undefined, as(creator.access_token));
    const { items } = await sessions.json<{ items: { id: string; current: boolean }[] }>();
    expect((await owner.api("DELETE", `/api-keys/${keyOfEndpoint.id}`)).status).toBe(204);
    return owner.api("DELETE", `/me/sessions/${items.find(({ current }) => current)?.id}`);
  },
};

/** Uses each kind, and returns whether it worked. Those that change the account come last. */
const USES: Partial<Record<CredentialKind, (world: World, event: RevokingEvent) => Promise<boolean>>> = {
  live_ticket: async ({ eventId, live }) =>
    (await call("GET", `/events/${eventId}/live?ticket=${live}`, undefined, { Upgrade: "websocket" })).status === 101,
  door_device: atDoorWith("device"),
  scanner_ticket: atDoorWith("scanner"),
  webhook_endpoint: async ({ owner }, event) => {
    if (!CREDENTIALS.webhook_endpoint.revokedBy.some((found) => found === event)) {
      return (await endpointIds(owner.id)).length === 1;
    }
    await eventually(async () => expect(await endpointIds(owner.id)).toEqual([]));
    return false;
  },
  invite: async ({ invitePath }) => (await call("GET", invitePath, undefined, as("none"))).status === 200,
  session: async ({ owner }) => (await owner.api("GET", "/me")).status === 200,
  session_cookie: async ({ browser }) => (await browser.send("GET", "/me")).status === 200,
  api_key: async ({ key }) => (await key.api("GET", "/events")).status === 200,
  factor_token: async ({ factorToken, app: { recoveryCodes } }) => {
    const factor = { factor_token: factorToken, recovery_code: recoveryCodes[0] };
    return (await post("/auth/login/factor", factor)).status === 200;
  },
  password: ({ owner, account }, event) =>
    isKnown(event === "undo_email_change" ? owner.email : account.email, owner.password),
  email_address: ({ owner, account }, event) => isKnown(account.email, passwordAfter(owner, event)),
  authenticator_app: (world, event) => completes(world, event, { code: codeOf(world.app.secret) }),
  recovery_code: (world, event) => completes(world, event, { recovery_code: world.app.recoveryCodes[1] }),
  passkey: async ({ passkey }) => {
    const credential = await passkey.get(await authenticationOptions());
    return (await post("/auth/passkeys/authenticate", { credential })).status === 200;
  },
  account_link: async ({ link }) => (await post("/auth/verify-email", { token: link })).status === 200,
  undo_link: async ({ second }) => (await post("/auth/undo-email-change", { token: second.undo })).status === 204,
};

function atDoorWith(which: "device" | "scanner") {
  return async (world: World) =>
    (await call("GET", `/events/${world.eventId}/check-ins`, undefined, as(world[which]))).status === 200;
}

const passwordAfter = ({ password }: Host, event: RevokingEvent): string =>
  event === "reset_by_mail" || event === "password_change" ? NEW_PASSWORD : password;

/** Whether an address and a password begin a sign-in. */
async function isKnown(email: string, password: string): Promise<boolean> {
  return (await refusalOf(await post("/auth/login", { email, password }))).error === "second_factor_required";
}

async function completes({ owner, account }: World, event: RevokingEvent, factor: object): Promise<boolean> {
  const email = event === "undo_email_change" ? owner.email : account.email;
  const begun = await refusalOf(await post("/auth/login", { email, password: passwordAfter(owner, event) }));
  if (begun.factor_token === undefined) return false;
  return (await post("/auth/login/factor", { factor_token: begun.factor_token, ...factor })).status === 200;
}

/** Gives the owner the role back: what was only out of reach works again then. */
async function restoreRole({ host, owner, eventId }: World, event: RevokingEvent): Promise<void> {
  if (event === "removal") await addMember(eventId, owner.id, "owner");
  if (event !== "role_change") return;
  const path = `/events/${eventId}/collaborators/${owner.id}`;
  expect((await host.api("PATCH", path, { role: "owner" })).status).toBe(200);
}

describe("revocation of credentials", () => {
  it("covers a credential of every kind that an event revokes", () => {
    const kinds = Object.entries(CREDENTIALS).filter(([, { revokedBy }]) => revokedBy.length > 0);
    expect(Object.keys(USES).sort()).toEqual(kinds.map(([kind]) => kind).sort());
  });

  it.each(EVENTS)("revokes exactly the kinds that list %s", async (event) => {
    const world = await ownerWithEach();
    const { live_ticket: useLiveTicket, ...others } = USES;
    expect((await PERFORM[event](world)).status).toBeLessThan(300);
    // First: its use checks the role, and it is valid for a minute.
    const ended = (await useLiveTicket?.(world, event)) ? [] : ["live_ticket"];
    await restoreRole(world, event);
    for (const [kind, use] of Object.entries(others)) if (!(await use(world, event))) ended.push(kind);
    const listed = Object.entries(CREDENTIALS).filter(([, { revokedBy }]) =>
      revokedBy.some((revoking) => revoking === event),
    );
    expect(ended.sort()).toEqual(listed.map(([kind]) => kind).sort());
  });

  it("names in the email about a reset the invites that it withdraws", async () => {
    const { account, owner, colleague } = await ownerWithEach();
    const token = await issuedToken(owner.id, "reset_password");
    expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
    expect((await mailTo(account.email, { subject: "Your password was reset" })).text).toContain(colleague);
  });

  it("keeps the credentials that the new role may still create", async () => {
    const world = await ownerWithEach();
    const { host, owner, eventId } = world;
    const path = `/events/${eventId}/collaborators/${owner.id}`;
    expect((await host.api("PATCH", path, { role: "editor" })).status).toBe(200);
    const works = await Promise.all(
      (["door_device", "scanner_ticket", "invite"] as const).map((kind) => USES[kind]?.(world, "role_change")),
    );
    expect(works).toEqual([true, true, false]);
    expect(await endpointIds(owner.id)).toHaveLength(1);
  });
});
