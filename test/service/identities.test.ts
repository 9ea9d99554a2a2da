import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../src/kernel/api-key.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createKeyring, type KeyPurpose } from "../../src/kernel/keyring.ts";
import { signId } from "../../src/kernel/signed-id.ts";
import { signJwt } from "../../src/kernel/signed-jwt.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { call, freshAddress, freshEmail, type Host, signedInHost } from "../support/account.ts";
import { type MadeKey, makeKey } from "../support/api-key.ts";
import { post } from "../support/auth.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, openRequest } from "../support/guest-requests.ts";
import { linkIn, mailTo } from "../support/mailbox.ts";
import {
  bodyFor,
  eventOperations,
  type Operation,
  operations,
  pathFor,
  secured,
  UNKNOWN_ID,
  withoutBody,
} from "../support/operations.ts";
import { share, some } from "../support/rounds.ts";

/** Every purpose that the service signs for. A new one does not compile until it is here. */
const PURPOSES = Object.keys({
  session: 0,
  session_cookie: 0,
  refresh_token: 0,
  one_time_token: 0,
  guest_token: 0,
  guest_device: 0,
  edit_nonce: 0,
  challenge_code: 0,
  access_report: 0,
  collaborator_invite: 0,
  complaint_code: 0,
  door_code: 0,
  door_jwt: 0,
  scanner: 0,
  door_list: 0,
  live_ticket: 0,
  unsubscribe: 0,
  alerts: 0,
  proof_of_work: 0,
  audit_head: 0,
  recipient_hash: 0,
  sign_in_network: 0,
  factor_token: 0,
  passkey_challenge: 0,
  totp_secret: 0,
  webhook_secret: 0,
  api_key: 0,
  reply_to: 0,
} satisfies Record<KeyPurpose, 0>) as KeyPurpose[];

/** Operations without credentials whose secret is a guest's link, in the path or in the body. */
const GUEST_BODIES: Record<string, unknown> = {
  editRsvp: { response: "declined" },
  answerOffer: { accept: true },
  sendChallenge: { channel: "email" },
  verifyChallenge: { code: "123456" },
};
const GUEST_LINK = new Set([
  "viewInvitation",
  "readCalendar",
  "askHost",
  "requestEditLink",
  "submitRsvp",
  "editRsvp",
  "answerOffer",
  "sendChallenge",
  "verifyChallenge",
]);
/** Operations without credentials that want a secret of another kind, and what an invalid one gets. */
interface OtherSecret {
  request: (secret: string) => Promise<Response>;
  refused: number;
  /** The response to a well-signed secret that was never issued, if it differs, and the purpose that signs it. */
  unknown?: number;
  purpose?: KeyPurpose;
}

const OTHER_SECRETS: Record<string, OtherSecret> = {
  refreshSession: { request: (secret) => post("/auth/refresh", { refresh_token: secret }), refused: 401 },
  verifyEmail: { request: (token) => post("/auth/verify-email", { token }), refused: 400 },
  resetPassword: {
    request: (token) => post("/auth/reset-password", { token, password: "another phrase" }),
    refused: 400,
  },
  undoEmailChange: { request: (token) => post("/auth/undo-email-change", { token }), refused: 400 },
  completeLogIn: {
    request: (factor_token) => post("/auth/login/factor", { factor_token, code: "000000" }),
    refused: 400,
  },
  logInWithPasskey: {
    request: (id) => post("/auth/passkeys/authenticate", { credential: credentialNamed(id) }),
    refused: 401,
  },
  previewInvite: {
    request: (token) => call("GET", `/invites/${token}`),
    refused: 404,
    unknown: 410,
    purpose: "collaborator_invite",
  },
  watchEvent: {
    request: (ticket) =>
      call("GET", `/events/${world.fixture.eventId}/live?ticket=${ticket}`, undefined, { Upgrade: "websocket" }),
    refused: 401,
  },
  previewUnsubscribe: { request: (token) => call("GET", `/unsubscribe?token=${token}`), refused: 400 },
  unsubscribe: { request: (token) => call("POST", `/unsubscribe?token=${token}`), refused: 400 },
  sendComplaintCode: { request: (token) => call("POST", `/unsubscribe/code?token=${token}`), refused: 400 },
  undoComplaint: {
    request: (token) => call("POST", `/unsubscribe/code/verify?token=${token}`, { code: "123456" }),
    refused: 400,
  },
  previewAlertsLink: { request: (token) => call("GET", `/alerts/unsubscribe?token=${token}`), refused: 400 },
  turnAlertsOff: { request: (token) => call("POST", `/alerts/unsubscribe?token=${token}`), refused: 400 },
  applyReport: { request: () => call("POST", "/webhooks/stripe", { id: "evt_1" }), refused: 400 },
  handleMailReport: { request: () => call("POST", "/webhooks/email", { type: "email.bounced" }), refused: 400 },
  handleInboundSms: { request: () => call("POST", "/webhooks/sms-inbound", { MessageSid: "SM1" }), refused: 404 },
  handleSmsReport: { request: () => call("POST", "/webhooks/sms-status", { MessageSid: "SM1" }), refused: 404 },
};
/** Operations that anybody may call: they open nothing, or answer everybody alike. */
const OPEN_TO_ALL = new Set([
  "checkHealth",
  "signUp",
  "logIn",
  "logOut",
  "forgotPassword",
  "resendVerification",
  "readImage",
  "offerPasskeyAuthentication",
  "requestLostLinks",
]);

/** A passkey's answer that no authenticator gave. */
function credentialNamed(id: string): object {
  const clientDataJSON = btoa(JSON.stringify({ type: "webauthn.get", challenge: id, origin: "https://usher.test" }));
  const response = { clientDataJSON: clientDataJSON.replaceAll("=", ""), authenticatorData: id, signature: id };
  return { id, rawId: id, type: "public-key", response };
}

interface World {
  owner: Host;
  fixture: EventFixture;
  /** Values of path parameters that belong to the event. */
  ids: Record<string, string>;
  /** The scanner ticket of another event. */
  foreignTicket: string;
}

let world: World;

async function idOf(response: Response): Promise<string> {
  expect(response.status).toBe(201);
  return (await response.json<{ id: string }>()).id;
}

beforeAll(async () => {
  const [owner, member, other] = await Promise.all([
    signedInHost({ tier: "pro" }),
    signedInHost(),
    signedInHost({ tier: "pro" }),
  ]);
  const fixture = await makeEventFixture(owner.id, 2);
  const { eventId, guests } = fixture;
  await addMember(eventId, member.id, "viewer");
  const guest = firstOf(fixture);
  const base = `/events/${eventId}`;
  await exports.default.fetch(answerRequest(guest.token));
  await exports.default.fetch(openRequest(guest.token));
  const messageId = await idOf(
    await owner.api("POST", `${base}/messages`, {
      audience: "everyone",
      channel: "email",
      subject: "News",
      body: "Hello",
      mode: "draft",
    }),
  );
  const checkIn = await owner.api("POST", `${base}/check-in`, { guest_id: guests[1]?.id, override: true });
  const checkIns = await (await owner.api("GET", `${base}/check-ins`)).json<{ items: { id: string }[] }>();
  expect(checkIn.ok).toBe(true);
  const logs = await (await owner.api("GET", `${base}/access-logs`)).json<{ items: { id: string }[] }>();
  const device = await owner.api("POST", `${base}/door-devices`, { name: "Side entrance", rights: ["scan"] });
  const email = freshEmail();
  await owner.api("POST", `${base}/collaborators`, { email, role: "viewer" });
  const invite =
    linkIn(await mailTo(email), "/invites/")
      .pathname.split("/")
      .at(-1) ?? "";
  const elsewhere = await makeEventFixture(other.id, 1);
  const minted = await other.api("POST", `/events/${elsewhere.eventId}/scanner-ticket`, {});
  world = {
    owner,
    fixture,
    ids: {
      eventId,
      guestId: guest.id,
      messageId,
      token: invite,
      deviceId: await idOf(device),
      userId: member.id,
      checkInId: checkIns.items[0]?.id ?? "",
      logId: logs.items[0]?.id ?? "",
    },
    foreignTicket: (await minted.json<{ ticket: string }>()).ticket,
  };
});

/** All rows of the event, without those that only record accesses. */
async function stateOf(eventId: string): Promise<string> {
  const { results } = await env.DB.prepare(
    "select name, sql from sqlite_master where type = 'table' and name not like 'access_log%' order by 1",
  ).all<{ name: string; sql: string }>();
  const tables = results.filter(({ sql }) => /\bevent_id TEXT/.test(sql));
  expect(tables.length).toBeGreaterThan(10);
  const rows = await env.DB.batch([
    env.DB.prepare("select * from events where id = ?").bind(eventId),
    ...tables.map(({ name }) => env.DB.prepare(`select * from ${name} where event_id = ? order by 1, 2`).bind(eventId)),
  ]);
  return JSON.stringify(rows.map(({ results }) => results));
}

/** The operations that do not answer with one of these statuses, by id. */
async function notAnswering(
  statuses: readonly number[],
  tried: readonly Operation[],
  send: (operation: Operation) => Promise<Response>,
): Promise<Record<string, number>> {
  const wrong: Record<string, number> = {};
  for (const operation of tried) {
    const response = await send(operation);
    await response.body?.cancel();
    if (!statuses.includes(response.status)) wrong[operation.operation.operationId] = response.status;
  }
  return wrong;
}

const takesScanner = ({ operation }: Operation): boolean => operation.security.some((scheme) => "scanner" in scheme);

function sendAs(authorization: string | null, ids = world.ids): (operation: Operation) => Promise<Response> {
  return (operation) =>
    call(operation.method.toUpperCase(), pathFor(operation, ids), bodyFor(operation, ids), {
      "CF-Connecting-IP": freshAddress(),
      ...(authorization === null ? {} : { Authorization: authorization }),
    });
}

const NOTHING = "nothing";

/** Credentials that no operation accepts, by what is wrong with them. */
const CREDENTIALS: Record<string, () => Promise<string | null>> = {
  [NOTHING]: async () => null,
  "an empty bearer": async () => "Bearer ",
  "basic authentication": async () => `Basic ${btoa(`${world.owner.email}:${world.owner.password}`)}`,
  "something that is no token": async () => "Bearer not.a.token",
  "an unsigned session": async () => {
    const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=+$/, "");
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: world.owner.id, aud: "session", iat: now, exp: now + 900 };
    return `Bearer ${part({ alg: "none" })}.${part(claims)}.`;
  },
  "a session signed with another platform's secret": async () =>
    `Bearer ${await sessionBy(await createKeyring(["the secret of another platform, as long"]).keysFor("session"))}`,
  "a session that has expired": async () =>
    `Bearer ${await sessionBy(await keysFor("session"), Date.now() / 1000 - 3_600)}`,
  "a session of somebody who is not there": async () =>
    `Bearer ${await sessionBy(await keysFor("session"), Date.now() / 1000, UNKNOWN_ID)}`,
  "an API key with a wrong checksum": async () => `Bearer ${newApiKey().slice(0, -1)}~`,
  "a well-formed API key that nobody made": async () => `Bearer ${newApiKey()}`,
  "an API key that was deleted": async () => {
    const made = await makeKey(world.owner);
    // Used before, so that the isolate knows it.
    expect((await made.api("GET", `/events/${world.ids.eventId}`)).status).toBe(200);
    expect((await world.owner.api("DELETE", `/api-keys/${made.id}`)).status).toBe(204);
    return `Bearer ${made.key}`;
  },
  "an API key that has expired": async () => {
    const { id, key } = await makeKey(world.owner);
    await env.DB.prepare("update api_keys set expires_at = 1 where id = ?").bind(id).run();
    return `Bearer ${key}`;
  },
  "a refresh token": async () => `Bearer ${world.owner.refreshToken}`,
  "a guest's link": async () => `Bearer ${firstOf(world.fixture).token}`,
  "a session that was logged out": async () => {
    const host = await memberWithout(async (gone) => {
      await call("POST", "/auth/logout", { refresh_token: gone.refreshToken });
    });
    return `Bearer ${host.token}`;
  },
  "a session of an account that was deleted": async () => {
    const host = await memberWithout(async (gone) => {
      expect((await gone.api("DELETE", "/me")).status).toBe(204);
    });
    return `Bearer ${host.token}`;
  },
};

/** An owner of the event whose session something has ended. */
async function memberWithout(end: (host: Host) => Promise<void>): Promise<Host> {
  const host = await signedInHost();
  await addMember(world.fixture.eventId, host.id, "owner");
  await end(host);
  await env.DB.prepare("delete from event_collaborators where user_id = ?").bind(host.id).run();
  return host;
}

const keysFor = (purpose: KeyPurpose) => createRequestContext(env, () => undefined).keyring.keysFor(purpose);

function sessionBy(keys: Awaited<ReturnType<typeof keysFor>>, issuedAt = Date.now() / 1000, sub = world.owner.id) {
  return signJwt(keys, { audience: "session", issuedAt, expiresAt: issuedAt + 900, claims: { sub } });
}

/** Identities that no operation accepts: what is wrong with each, and a function that makes its credential. */
const IDENTITIES: [name: string, credential: () => Promise<string | null>][] = [
  ...Object.entries(CREDENTIALS),
  ...PURPOSES.filter((purpose) => purpose !== "session").map((purpose): (typeof IDENTITIES)[number] => [
    `a session signed with the key of ${purpose}`,
    async () => `Bearer ${await sessionBy(await keysFor(purpose))}`,
  ]),
];

/** In `npm test`, each identity is tried at every eighth operation, and each operation with every eighth identity. */
const PARTS = 8;

/** Returns the operations at which an identity is tried: all without a credential, because each route decides that itself. */
function operationsFor(identity: number): readonly Operation[] {
  return IDENTITIES[identity]?.[0] === NOTHING ? secured : share(secured, identity, PARTS);
}

/** Roles that do not suffice: the caller, the operations that are tried, and the status. */
const CALLERS: Record<string, { make: () => Promise<Host>; refused: number }> = {
  "a stranger": { make: () => signedInHost(), refused: 404 },
  "the owner of another event": {
    make: async () => {
      const host = await signedInHost({ tier: "business" });
      await makeEventFixture(host.id, 1);
      return host;
    },
    refused: 404,
  },
  "a member who was removed": {
    make: async () => {
      const host = await signedInHost();
      await addMember(world.fixture.eventId, host.id, "editor");
      expect((await world.owner.api("DELETE", `/events/${world.ids.eventId}/collaborators/${host.id}`)).status).toBe(
        204,
      );
      return host;
    },
    refused: 404,
  },
};

/** API keys with every scope that do not open the event. */
const KEYS: Record<string, () => Promise<MadeKey>> = {
  "a stranger's API key": async () => makeKey(await signedInHost({ tier: "pro" })),
  "its owner's API key that is restricted to another event": async () => {
    const { eventId } = await makeEventFixture(world.owner.id, 1);
    return makeKey(world.owner, { event_ids: [eventId] });
  },
};

describe("every operation of the document", () => {
  it("requires a session or another secret, or is listed as public", () => {
    const known = (id: string) => GUEST_LINK.has(id) || id in OTHER_SECRETS || OPEN_TO_ALL.has(id);
    const uncovered = operations.filter(
      ({ operation }) => operation.security.length === 0 && !known(operation.operationId),
    );
    expect(uncovered.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it("lists a valid body in test/support/operations.ts if it is secured and accepts one", () => {
    expect(withoutBody()).toEqual([]);
  });

  it("faces several identities", { tags: "rounds" }, () => {
    const tried = IDENTITIES.flatMap((_, identity) => operationsFor(identity));
    const times = secured.map((operation) => tried.filter((one) => one === operation).length);
    expect(secured.length).toBeGreaterThan(100);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(some(Math.floor(IDENTITIES.length / PARTS), IDENTITIES.length));
  });

  it.each(IDENTITIES.map(([name, credential], identity) => ({ name, credential, tried: operationsFor(identity) })))(
    "returns 401 for $name",
    { tags: "rounds" },
    async ({ credential, tried }) => {
      const value = await credential();
      const before = await stateOf(world.fixture.eventId);
      expect(await notAnswering([401], tried, sendAs(value))).toEqual({});
      expect(await stateOf(world.fixture.eventId)).toBe(before);
    },
  );

  it("returns 401 for a scanner ticket outside the door, and 404 for another event's ticket", async () => {
    const before = await stateOf(world.fixture.eventId);
    const send = sendAs(`Bearer ${world.foreignTicket}`);
    expect(
      await notAnswering(
        [401],
        secured.filter((operation) => !takesScanner(operation)),
        send,
      ),
    ).toEqual({});
    expect(await notAnswering([404], secured.filter(takesScanner), send)).toEqual({});
    expect(await stateOf(world.fixture.eventId)).toBe(before);
  });

  it.each(Object.entries(CALLERS))("rejects on an event %s", async (_, { make, refused }) => {
    const host = await make();
    const before = await stateOf(world.fixture.eventId);
    expect(await notAnswering([refused], eventOperations, sendAs(`Bearer ${host.token}`))).toEqual({});
    expect(await stateOf(world.fixture.eventId)).toBe(before);
  });

  it.each(Object.entries(KEYS))(
    "rejects on an event %s, and every key where keys are not accepted",
    async (_, make) => {
      const { key } = await make();
      const before = await stateOf(world.fixture.eventId);
      const takesKeys = ({ operation }: Operation): boolean => operation.security.some((scheme) => "api_key" in scheme);
      const send = sendAs(`Bearer ${key}`);
      expect(await notAnswering([404], eventOperations.filter(takesKeys), send)).toEqual({});
      const others = eventOperations.filter((operation) => !takesKeys(operation));
      expect(await notAnswering([403], others, send)).toEqual({});
      expect(await stateOf(world.fixture.eventId)).toBe(before);
    },
  );

  it("returns 404 for a part of an event under another event's ID", async () => {
    const thief = await signedInHost({ tier: "business" });
    const own = await makeEventFixture(thief.id, 1);
    const before = await stateOf(world.fixture.eventId);
    const parts = eventOperations.filter(({ path }) => (path.match(/\{/g)?.length ?? 0) > 1);
    expect(parts.length).toBeGreaterThan(10);
    const ids = { ...world.ids, eventId: own.eventId };
    expect(await notAnswering([404], parts, sendAs(`Bearer ${thief.token}`, ids))).toEqual({});
    expect(await stateOf(world.fixture.eventId)).toBe(before);
  });

  it.each(ofGuestLinks())("returns 404 for guests with %s", async (_, value) => {
    const token = await value();
    const before = await stateOf(world.fixture.eventId);
    const tried = operations.filter(({ operation }) => GUEST_LINK.has(operation.operationId));
    const send = (operation: Operation) =>
      operation.operation.operationId === "submitRsvp"
        ? exports.default.fetch(answerRequest(token))
        : call(
            operation.method.toUpperCase(),
            pathFor(operation, { token }),
            GUEST_BODIES[operation.operation.operationId],
            browserHeaders(),
          );
    expect(await notAnswering([404], tried, send)).toEqual({});
    expect(await stateOf(world.fixture.eventId)).toBe(before);
  });

  it.each(PURPOSES)("rejects an unknown secret signed with the key of %s", async (purpose) => {
    const secret = await signId(await keysFor(purpose), newId(Date.now()));
    const wrong: Record<string, number> = {};
    for (const [id, { request, refused, unknown = refused, purpose: own }] of Object.entries(OTHER_SECRETS)) {
      const { status } = await request(secret);
      if (status !== (purpose === own ? unknown : refused)) wrong[id] = status;
    }
    expect(wrong).toEqual({});
  });
});

/** Values that look like a guest's link and open nothing. */
function ofGuestLinks(): [string, () => Promise<string>][] {
  const link = () => firstOf(world.fixture).token;
  return [
    ["a link that is cut off", async () => link().slice(0, -1)],
    ["a link with another ending", async () => `${link().slice(0, -1)}${link().endsWith("A") ? "E" : "A"}`],
    ["a link of a token that was never issued", async () => signId(await keysFor("guest_token"), newId(Date.now()))],
    [
      "a link that was rotated",
      async () => {
        const { token, id } = await ownGuest();
        expect(
          (await world.owner.api("POST", `/events/${world.ids.eventId}/tokens/rotate`, { guest_id: id, notify: false }))
            .status,
        ).toBe(201);
        return token;
      },
    ],
    [
      "a link of a guest who was deleted",
      async () => {
        const { token, id } = await ownGuest();
        expect((await world.owner.api("DELETE", `/events/${world.ids.eventId}/guests/${id}`)).status).toBe(204);
        return token;
      },
    ],
    ...PURPOSES.filter((purpose) => purpose !== "guest_token").map((purpose): [string, () => Promise<string>] => [
      `its token signed with the key of ${purpose}`,
      async () => signId(await keysFor(purpose), firstOf(world.fixture).tokenId),
    ]),
  ];
}

/** A further guest of the event, with a link. */
async function ownGuest(): Promise<{ id: string; token: string }> {
  const base = `/events/${world.ids.eventId}`;
  const id = await idOf(await world.owner.api("POST", `${base}/guests`, { name: "Grace" }));
  const issued = await world.owner.api("POST", `${base}/tokens`, { guest_id: id, notify: false });
  const { link } = await issued.json<{ link: string }>();
  return { id, token: link.split("/i/")[1] ?? "" };
}
