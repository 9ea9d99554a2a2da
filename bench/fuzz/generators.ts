import { Secret, TOTP } from "otpauth";
import { Authenticator } from "../../testkit/authenticator.ts";
import { call } from "../../testkit/e2e-fixture.ts";
import type { Operation } from "../../testkit/fuzz/document.ts";
import { type Body, type Draft, formWith, type Sign } from "../../testkit/fuzz/request.ts";
import { generateValue } from "../../testkit/fuzz/values.ts";
import {
  inboundSms,
  mailReport,
  signAsResend,
  signAsStripe,
  signAsTwilio,
  smsReport,
  stripeReport,
  WEBHOOK_SECRETS,
} from "../../testkit/fuzz/webhooks.ts";
import { linkFromMail } from "../../testkit/linked-mail.ts";
import type { Random } from "../../testkit/random.ts";
import {
  type Account,
  addMember,
  alertsToken,
  type Fixtures,
  freshAddress,
  freshEmail,
  type Guest,
  PASSWORD,
  renewTokens,
  secretOf,
  type Tenant,
} from "./fixtures.ts";

/** The inputs of a generator. */
interface GeneratorContext {
  fixtures: Fixtures;
  tenant: Tenant;
  random: Random;
}

/** A generator's changes to a request that was generated from the schemas. Undefined fields of the body are removed. */
interface Overrides {
  as?: Account | null;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  raw?: Body;
  sign?: Sign;
  headers?: [string, string][];
  secrets?: string[];
  isSpent?: boolean;
}

type Generator = (context: GeneratorContext) => Overrides | Promise<Overrides>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** User agent of the fixtures' RSVPs: an edit from another device is refused. */
const GUESTS_AGENT = "node";
const CSV = "Name;E-mail;Phone;Party size\n";

/** A time from now, as requests have it. */
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const text = (body: string, type: string): Body => ({ kind: "bytes", type, bytes: Buffer.from(body) });
const guestOf = ({ tenant, random }: GeneratorContext): Guest => random.pick(tenant.guests);
/** An unused guest, or any guest when all are used. */
const takeGuest = (context: GeneratorContext): Guest =>
  (context.tenant.guests.length > 12 && context.tenant.guests.pop()) || guestOf(context);
const anyIdleAccount = ({ fixtures, random }: GeneratorContext): Account => random.pick(fixtures.idle);
/** An unused token of an email, or a well-formed invalid one if all are used. */
const mailed = (tokens: string[], body: object = {}): Overrides => {
  const token = tokens.pop();
  return { body: { token: token ?? "A".repeat(43), ...body }, isSpent: token === undefined };
};

/** Texts that no schema can make up: an ID that is not taken, a language, names without separators. */
const newGuest = (): Record<string, unknown> => ({
  email: freshEmail(),
  phone: "+4930901820",
  external_id: freshEmail(),
  locale: "pt-BR",
  tags: ["Family", "vegan"],
  companions: [{ name: "Ben" }],
  party_size: 4,
});
/** A guest of an event, made for one request. @returns the ID, or an unknown one where the host's tier has no room */
async function ownGuest({ fixtures, tenant, random }: GeneratorContext, eventId = tenant.eventId): Promise<string> {
  const path = `/events/${eventId}/guests`;
  const made = await fixtures.api<{ id: string }>(tenant.owner, "POST", path, { name: "Own" }).catch(() => null);
  return made?.id ?? random.uuid();
}
/** An event for one request, so that changes of its settings do not affect others. @returns the ID, as `ownGuest` */
async function ownEvent({ fixtures, tenant, random }: GeneratorContext): Promise<string> {
  const event = { name: "Own", event_date: fromNow(30 * DAY_MS) };
  const made = await fixtures.api<{ id: string }>(tenant.owner, "POST", "/events", event).catch(() => null);
  return made?.id ?? random.uuid();
}
/** A guest of the full event who waits for a seat: the party has two heads, and the event one. */
async function waiting(context: GeneratorContext): Promise<{ eventId: string; guestId: string }> {
  const { fixtures, tenant } = context;
  const eventId = tenant.fullEventId;
  const guestId = await ownGuest(context, eventId);
  await fixtures
    .api(tenant.owner, "PUT", `/events/${eventId}/guests/${guestId}/rsvp`, { response: "attending", plus_ones: 1 })
    .catch(() => undefined);
  return { eventId, guestId };
}
/** The value of a new guest's link. */
async function linkOf({ fixtures, tenant }: GeneratorContext, eventId: string, guestId: string): Promise<string> {
  const body = { guest_id: guestId, notify: false };
  const made = await fixtures
    .api<{ link: string }>(tenant.owner, "POST", `/events/${eventId}/tokens`, body)
    .catch(() => null);
  return made?.link.split("/i/")[1] ?? "A".repeat(43);
}
/** An answer with whom it brings, by number or by name. */
const partyOf = (random: Random): Record<string, unknown> => ({
  plus_ones: undefined,
  answers: undefined,
  companions: undefined,
  ...random.pick([
    { plus_ones: random.between(0, 2) },
    { companions: [{ name: "Ben" }, { name: "Ana", attending: random.chance(0.5), answers: {} }] },
  ]),
});
/** Times that agree: replies before the event, doors before it begins, an end after it. */
const times = (random: Random): Record<string, unknown> => {
  const begins = random.between(20, 300) * DAY_MS;
  const given = (ms: number) => (random.chance(0.5) ? null : fromNow(begins + ms));
  return {
    event_date: fromNow(begins),
    end_time: given(4 * HOUR_MS),
    rsvp_deadline: given(-2 * DAY_MS),
    door_opens_at: given(-HOUR_MS),
  };
};
const eventSettings = (random: Random): Record<string, unknown> => ({
  timezone: "Europe/Berlin",
  locale: random.pick(["en", "pt-BR"]),
  reply_to: random.pick([null, freshEmail()]),
  sms_countries: random.pick([null, ["DE", "AT"]]),
  ...times(random),
});
const alertsLink: Generator = ({ tenant }) => ({
  query: { token: alertsToken(tenant.eventId, tenant.owner.id) },
  headers: [["Accept", "application/json"]],
});
/** Questions of each kind. None is required, and none is known. */
const questions = (random: Random): object[] =>
  ["text", "choice", "choices", "yes_no", "number"].slice(random.between(0, 5)).map((kind) => ({
    label: `A ${kind}`,
    kind,
    help: random.pick([null, "Anything goes"]),
    required: false,
    ...(kind.startsWith("choice") ? { options: ["Meat", "Fish"] } : {}),
    scope: random.pick(["guest", "person"]),
    when: random.pick(["attending", "always"]),
  }));
/** Recipients of a message. */
const target = ({ tenant, random }: GeneratorContext): Record<string, unknown> =>
  random.pick([
    { audience: random.pick(["declined", "unopened", "tag:Family"]), guest_ids: undefined },
    { audience: undefined, guest_ids: [random.pick(tenant.guests).id] },
  ]);
const guestBody: Generator = (context) => ({
  body: { guest_id: guestOf(context).id, utm_source: "mail", notify: context.random.chance(0.1) },
});
const csv: Generator = ({ random }) => {
  const rows = Array.from({ length: random.between(1, 5) }, (_, row) => `Row ${row};${freshEmail()};+4930901820;2`);
  const file = `${CSV}${rows.join("\n")}\n`;
  return { raw: random.chance(0.5) ? text(file, "text/csv") : formWith(Buffer.from(file)) };
};
const door: Generator = (context) => {
  const { tenant, random } = context;
  const code = random.chance(0.5) ? tenant.doorCodes.pop() : undefined;
  return code === undefined
    ? { body: { guest_id: takeGuest(context).id, qr_token: undefined } }
    : { body: { qr_token: code, guest_id: undefined }, secrets: [code] };
};
const link = (context: GeneratorContext, guest = guestOf(context)): Overrides => ({
  path: { token: guest.token },
  secrets: [guest.token],
});
const ownMessage: Generator = async ({ fixtures, tenant }) => {
  const draft = { audience: "declined", channel: "email", subject: "News", body: "Hello", mode: "draft" };
  const path = `/events/${tenant.eventId}/messages`;
  const made = await fixtures.api<{ id: string }>(tenant.owner, "POST", path, draft).catch(() => null);
  return { path: { messageId: made?.id ?? tenant.messageIds[0] ?? "" } };
};
const member: Generator = async ({ fixtures, tenant, random }) => {
  const person = random.pick(fixtures.idle);
  await addMember(fixtures.service, tenant.eventId, person.id, "viewer");
  return { path: { userId: person.id } };
};
const session: Generator = async ({ fixtures }) => {
  const { refreshToken } = await fixtures.newAccount();
  return { body: { refresh_token: refreshToken }, secrets: [refreshToken] };
};
/** A new account with a confirmed authenticator app. */
async function withApp({ fixtures }: GeneratorContext): Promise<{ account: Account; recoveryCodes: string[] }> {
  const account = await fixtures.newAccount();
  const { recovery_codes: recoveryCodes } = await fixtures.api<{ recovery_codes: string[] }>(
    account,
    "POST",
    "/me/totp/confirm",
    { code: await firstCode(fixtures, account) },
  );
  return { account, recoveryCodes };
}
/** The code of an authenticator app that is being set up. */
async function firstCode(fixtures: Fixtures, account: Account): Promise<string> {
  const { secret } = await fixtures.api<{ secret: string }>(account, "POST", "/me/totp");
  return TOTP.generate({ secret: Secret.fromBase32(secret) });
}
/** The answer of a new passkey to a registration. */
async function newPasskey(fixtures: Fixtures, account: Account) {
  const authenticator = new Authenticator();
  const options = await fixtures.api<Parameters<Authenticator["create"]>[0]>(
    account,
    "POST",
    "/auth/passkeys/registration-options",
  );
  return { authenticator, credential: await authenticator.create(options, { origin: fixtures.service.url }) };
}
/** The token in a refusal that asks for a factor. */
async function factorToken(
  { fixtures }: GeneratorContext,
  method: string,
  path: string,
  by: Partial<Account>,
  body?: object,
) {
  const response = await fetch(new URL(path, fixtures.service.url), {
    method,
    headers: {
      "cf-connecting-ip": by.address ?? freshAddress(),
      ...(by.token === undefined ? {} : { authorization: `Bearer ${by.token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { factor_token?: string }).factor_token ?? "none";
}
const byNewAccount: Generator = async ({ fixtures }) => ({ as: await fixtures.newAccount() });
const byIdleAccount: Generator = (context) => ({ as: anyIdleAccount(context) });
const unsubscribeOf = ({ fixtures, random }: GeneratorContext) => ({
  query: { token: random.pick(fixtures.unusedSecrets.unsubscribes) },
});
const unsubscribe: Generator = unsubscribeOf;
/** A message to one guest that is not sent to guests. */
const tried: Generator = ({ tenant, random }) => ({
  body: {
    channel: "email",
    subject: "News",
    body: "Hello {{guest_name}}",
    translations: undefined,
    locale: "de",
    guest_id: random.pick(tenant.guests).id,
  },
});
/** A network of a new event with many replies, as the count of replies stores it. */
const replyNetwork = async (context: GeneratorContext) => {
  const eventId = await ownEvent(context);
  const networkId = context.random.uuid();
  await context.fixtures.service
    .sql(
      `insert into reply_networks (event_id, id, network, first_at, last_at, replies, status)
       values (?, ?, ?, unixepoch() * 1000 - 60000, unixepoch() * 1000, 10, 'open')`,
      eventId,
      networkId,
      `${freshAddress()}/32`,
    )
    .catch(() => undefined);
  return { path: { eventId, networkId } };
};
/** A network from which guests did reply, or a well-formed unknown one if all are decided. */
const takeNetwork: Generator = async (context) => {
  const taken = context.fixtures.unusedSecrets.networks.pop();
  if (taken === undefined) return { ...(await replyNetwork(context)), isSpent: true };
  return { as: taken.owner, path: { eventId: taken.eventId, networkId: taken.networkId } };
};
/** A browser without email that has opened its link twice, with the ID of its device. */
async function openedDevice(context: GeneratorContext) {
  const { fixtures, tenant } = context;
  const guestId = await ownGuest(context);
  const token = await linkOf(context, tenant.eventId, guestId);
  const headers: Record<string, string> = { "cf-connecting-ip": freshAddress(), "user-agent": GUESTS_AGENT };
  for (let opened = 0; opened < 2; opened++) {
    const response = await fetch(new URL(`/access/${token}`, fixtures.service.url), { headers });
    await response.body?.cancel();
    headers["usher-device"] = response.headers.get("usher-device") ?? headers["usher-device"] ?? "none";
  }
  return { guestId, token, device: headers["usher-device"] ?? "none" };
}
const colour = (random: Random): string => random.pick(["#0af", "#123ABC", ""]);
const looks = ({ tenant, random }: GeneratorContext): Record<string, unknown> => ({
  primary_color: colour(random),
  logo_url: `/uploads/${tenant.image}`,
  cover_url: null,
});
const pageOf = (random: Random): Overrides => ({
  query: random.chance(0.5) ? { limit: String(random.between(1, 200)) } : {},
});
/** An endpoint with a new account. Only tests call the endpoint. */
const webhook: Generator = async ({ fixtures }) => {
  const account = await fixtures.newAccount();
  const input = { url: `${fixtures.receiverUrl}/own`, types: ["*"] };
  const { id } = await fixtures.api<{ id: string }>(account, "POST", "/webhook-endpoints", input);
  return { as: account, path: { endpointId: id } };
};
/** An endpoint that has been called, with its delivery. */
const delivered = ({ fixtures, random }: GeneratorContext): Overrides => {
  const { account, endpointId, deliveryId } = random.pick(fixtures.hooks);
  return { as: account, path: { endpointId, deliveryId } };
};
/** A new account, because a key asks for a sign-in of the last minutes, and an account has room for a few. */
const newKey = async ({ fixtures, random }: GeneratorContext) => {
  const account = await fixtures.newAccount();
  const event = { name: "Own", event_date: fromNow(30 * DAY_MS) };
  const { id } = await fixtures.api<{ id: string }>(account, "POST", "/events", event);
  const scopes = ["guests:write", "invitations:send"];
  return { account, body: { event_ids: random.pick([null, [id]]), scopes, allowed_networks: null } };
};
const list: Generator = ({ random }) => pageOf(random);

/** Generators of valid requests by operation. Other operations need only their schemas. */
const GENERATORS: Record<string, Generator> = {
  signUp: () => ({
    body: { email: freshEmail(), password: PASSWORD, name: "Robin Reed", locale: "pt-BR" },
    secrets: [PASSWORD],
  }),
  logIn: (context) => ({ body: { email: anyIdleAccount(context).email, password: PASSWORD }, secrets: [PASSWORD] }),
  refreshSession: session,
  logOut: session,
  verifyEmail: ({ fixtures }) => mailed(fixtures.unusedSecrets.verifications, { password: PASSWORD }),
  resendVerification: () => ({ body: { email: freshEmail() } }),
  completeLogIn: async (context) => {
    const { account, recoveryCodes } = await withApp(context);
    const signIn = { email: account.email, password: PASSWORD };
    const token = await factorToken(context, "POST", "/auth/login", {}, signIn);
    return {
      body: { factor_token: token, recovery_code: recoveryCodes[0], code: undefined },
      secrets: [token, ...recoveryCodes],
    };
  },
  stepUp: async (context) => {
    const { fixtures } = context;
    const account = await fixtures.newAccount();
    await fixtures.service.sql("update sessions set authenticated_at = 0 where user_id = ?", account.id);
    const token = await factorToken(context, "GET", "/me/data-export", account);
    const others = { code: undefined, recovery_code: undefined, passkey: undefined };
    return { as: account, body: { factor_token: token, password: PASSWORD, ...others }, secrets: [token, PASSWORD] };
  },
  offerPasskeyRegistration: byIdleAccount,
  addPasskey: async ({ fixtures }) => {
    const account = await fixtures.newAccount();
    const { credential } = await newPasskey(fixtures, account);
    return { as: account, body: { credential, name: "Laptop" } };
  },
  logInWithPasskey: async ({ fixtures }) => {
    const account = await fixtures.newAccount();
    const { authenticator, credential } = await newPasskey(fixtures, account);
    await fixtures.api(account, "POST", "/auth/passkeys/register", { credential });
    const options = await fixtures.api<Parameters<Authenticator["get"]>[0]>(
      account,
      "POST",
      "/auth/passkeys/authentication-options",
    );
    return { body: { credential: await authenticator.get(options, { origin: fixtures.service.url }) } };
  },
  createWebhookEndpoint: async ({ fixtures }) => ({
    as: await fixtures.newAccount(),
    body: { url: "https://hooks.example.com/usher", types: ["*"], event_id: null },
  }),
  readWebhookEndpoints: byIdleAccount,
  readWebhookEndpoint: webhook,
  changeWebhookEndpoint: async (context) => ({
    ...(await webhook(context)),
    body: { url: "https://hooks.example.com/other", types: ["guest.created"], status: "disabled" },
  }),
  deleteWebhookEndpoint: webhook,
  rotateWebhookSecret: webhook,
  readWebhookDeliveries: (context) => ({ ...delivered(context), ...pageOf(context.random) }),
  testWebhookEndpoint: webhook,
  redeliverWebhook: delivered,
  createApiKey: async (context) => {
    const { account, body } = await newKey(context);
    return { as: account, body };
  },
  deleteApiKey: async (context) => {
    const { account, body } = await newKey(context);
    const { id, key } = await context.fixtures.api<{ id: string; key: string }>(account, "POST", "/api-keys", {
      name: "Own",
      ...body,
    });
    return { as: account, path: { keyId: id }, secrets: [key] };
  },
  rotateApiKey: async (context) => {
    const { account, body } = await newKey(context);
    const { id, key } = await context.fixtures.api<{ id: string; key: string }>(account, "POST", "/api-keys", {
      name: "Own",
      ...body,
    });
    return { as: account, path: { keyId: id }, secrets: [key] };
  },
  revokeCredential: async ({ fixtures }) => {
    const account = await fixtures.newAccount();
    const { items } = await fixtures.api<{ items: { id: string }[] }>(account, "GET", "/me/sessions");
    return { as: account, path: { kind: "session", credentialId: items[0]?.id ?? "" } };
  },
  listPasskeys: byIdleAccount,
  removePasskey: async ({ fixtures }) => {
    const account = await fixtures.newAccount();
    const { credential } = await newPasskey(fixtures, account);
    const { id } = await fixtures.api<{ id: string }>(account, "POST", "/auth/passkeys/register", { credential });
    return { as: account, path: { passkeyId: id } };
  },
  readTotp: byIdleAccount,
  setUpTotp: byNewAccount,
  removeTotp: async (context) => ({ as: (await withApp(context)).account }),
  confirmTotp: async ({ fixtures }) => {
    const account = await fixtures.newAccount();
    return { as: account, body: { code: await firstCode(fixtures, account) } };
  },
  renewRecoveryCodes: async (context) => ({ as: (await withApp(context)).account }),
  renameUser: (context) => ({ as: anyIdleAccount(context), body: { name: "Robin Reed", locale: "pt-BR" } }),
  changePassword: async ({ fixtures }) => ({
    as: await fixtures.newAccount(),
    body: { current: PASSWORD, password: `${PASSWORD} again` },
    secrets: [PASSWORD],
  }),
  requestEmailChange: async ({ fixtures }) => ({
    as: await fixtures.newAccount(),
    body: { email: freshEmail(), password: PASSWORD },
  }),
  // Without a subscription: the double of the payment provider knows none.
  startCheckout: byNewAccount,
  readSessions: byIdleAccount,
  signOutOthers: byNewAccount,
  signOutSession: async ({ fixtures }) => {
    const account = await fixtures.newAccount();
    const { items } = await fixtures.api<{ items: { id: string }[] }>(account, "GET", "/me/sessions");
    return { as: account, path: { sessionId: items[0]?.id ?? "" } };
  },
  createDoorDevice: () => ({ body: { name: "Side entrance", rights: ["scan", "walk_in"] } }),
  revokeDoorDevice: async ({ fixtures, tenant, random }) => {
    const path = `/events/${tenant.eventId}/door-devices`;
    const device = { name: "Side entrance", rights: ["scan"] };
    const made = await fixtures.api<{ id: string }>(tenant.owner, "POST", path, device).catch(() => null);
    return { path: { deviceId: made?.id ?? random.uuid() } };
  },
  forgotPassword: (context) => ({
    body: { email: context.random.chance(0.5) ? anyIdleAccount(context).email : freshEmail() },
  }),
  resetPassword: ({ fixtures }) => mailed(fixtures.unusedSecrets.resets, { password: PASSWORD }),
  undoEmailChange: async ({ fixtures }) => {
    const { service } = fixtures;
    const account = await fixtures.newAccount();
    const email = freshEmail();
    await fixtures.api(account, "POST", "/me/email", { email, password: PASSWORD });
    const token = secretOf(await linkFromMail(service, email, /\/verify-email/));
    await call(service, account.address, "POST", "/auth/verify-email", { token });
    const undo = secretOf(await linkFromMail(service, account.email, /\/undo-email-change/));
    return { body: { token: undo }, secrets: [undo] };
  },
  readMe: (context) => ({ as: anyIdleAccount(context) }),
  acceptTerms: (context) => ({ as: anyIdleAccount(context) }),
  readPublicIp: (context) => ({ as: anyIdleAccount(context) }),
  deleteAccount: async ({ fixtures }) => ({ as: await fixtures.newAccount() }),
  exportData: (context) => ({ as: context.random.chance(0.5) ? anyIdleAccount(context) : context.tenant.owner }),
  listEvents: list,
  createEvent: ({ random }) => ({ body: eventSettings(random) }),
  changeEvent: async (context) => ({
    path: { eventId: await ownEvent(context) },
    body: {
      name: "Another name",
      ...eventSettings(context.random),
      // Only an owner with a second factor may require one.
      require_second_factor: undefined,
      expected_updated_at: undefined,
    },
  }),
  cancelEvent: async (context) => ({ path: { eventId: await ownEvent(context) } }),
  reinstateEvent: async (context) => {
    const eventId = await ownEvent(context);
    const { fixtures, tenant } = context;
    await fixtures.api(tenant.owner, "POST", `/events/${eventId}/cancel`, {}).catch(() => undefined);
    return { path: { eventId } };
  },
  replaceQuestions: async (context) => ({
    path: { eventId: await ownEvent(context) },
    body: { items: questions(context.random) },
  }),
  deleteEvent: async (context) => ({ path: { eventId: await ownEvent(context) } }),
  inviteCollaborator: () => ({ body: { email: freshEmail() } }),
  cancelCollaboratorInvite: async ({ fixtures, tenant }) => {
    const invite = { email: freshEmail(), role: "viewer" };
    const path = `/events/${tenant.eventId}/collaborators`;
    await fixtures.api(tenant.owner, "POST", path, invite).catch(() => undefined);
    return { query: { email: invite.email } };
  },
  leaveEvent: async (context) => {
    const person = anyIdleAccount(context);
    await addMember(context.fixtures.service, context.tenant.eventId, person.id, "viewer");
    return { as: person };
  },
  changeRole: member,
  removeCollaborator: member,
  previewInvite: ({ fixtures, random }) => ({ path: { token: random.pick(fixtures.unusedSecrets.invites).token } }),
  acceptInvite: ({ fixtures, random }) => {
    // The last three are reserved for previews.
    const invite = fixtures.unusedSecrets.invites.length > 3 ? fixtures.unusedSecrets.invites.pop() : undefined;
    if (invite === undefined) return { as: random.pick(fixtures.idle), path: { token: "A".repeat(43) }, isSpent: true };
    return { as: invite.person, path: { token: invite.token }, secrets: [invite.token] };
  },
  previewImport: csv,
  importGuests: csv,
  listGuests: ({ random }) => ({
    query: random.chance(0.3) ? { q: "guest", response: "pending" } : (pageOf(random).query ?? {}),
  }),
  createGuest: () => ({ body: newGuest() }),
  readGuest: (context) => ({ path: { guestId: guestOf(context).id } }),
  exportGuestData: (context) => ({ path: { guestId: guestOf(context).id } }),
  changeGuest: async (context) => ({
    path: { guestId: await ownGuest(context) },
    body: { ...newGuest(), name: "Changed", expected_updated_at: undefined },
  }),
  changeGuests: async (context) => ({
    body: {
      guest_ids: [await ownGuest(context), await ownGuest(context)],
      add_tags: ["Family"],
      remove_tags: ["vegan"],
      party_size: undefined,
    },
  }),
  deleteGuests: async (context) => ({ body: { guest_ids: [await ownGuest(context)] } }),
  deleteGuest: async (context) => ({ path: { guestId: await ownGuest(context) } }),
  issueToken: guestBody,
  rotateToken: (context) => ({ body: { guest_id: takeGuest(context).id, notify: false } }),
  issueTokens: (context) => ({
    body: { guest_ids: [guestOf(context).id], utm_source: "mail", notify: context.random.chance(0.1) },
  }),
  viewInvitation: (context) => link(context),
  readCalendar: (context) => link(context),
  requestEditLink: (context) =>
    link(context, context.random.pick(context.tenant.guests.filter(({ email }) => email !== null))),
  sendChallenge: (context) => ({
    ...link(context, context.random.pick(context.tenant.guests.filter(({ email }) => email !== null))),
    body: { channel: "email" },
  }),
  // A guess if there is no emailed code.
  verifyChallenge: (context) => {
    const sent = context.fixtures.unusedSecrets.codes.pop();
    return { ...link(context, sent?.guest), body: { code: sent?.code ?? "123 456" }, isSpent: sent === undefined };
  },
  submitRsvp: (context) => {
    const { token } = takeGuest(context);
    return { body: { token, ...partyOf(context.random) }, secrets: [token] };
  },
  editRsvp: (context) => {
    const { fixtures, tenant, random } = context;
    const nonce = random.chance(0.3) ? fixtures.unusedSecrets.editNonces.pop() : undefined;
    const guest = nonce?.guest ?? random.pick(tenant.answered);
    return { ...link(context, guest), body: { response: "maybe", ...partyOf(random), edit_nonce: nonce?.nonce } };
  },
  recordRsvp: async (context) => ({
    path: { guestId: await ownGuest(context) },
    body: partyOf(context.random),
  }),
  answerOffer: async (context) => {
    const { fixtures, tenant } = context;
    const { eventId, guestId } = await waiting(context);
    await fixtures
      .api(tenant.owner, "POST", `/events/${eventId}/guests/${guestId}/offer`, { force: true })
      .catch(() => undefined);
    const token = await linkOf(context, eventId, guestId);
    return { path: { token }, body: { edit_nonce: undefined }, secrets: [token] };
  },
  offerSeat: async (context) => ({ path: await waiting(context), body: { force: true } }),
  requestLostLinks: ({ tenant, random }) => ({
    body: { email: random.pick([freshEmail(), tenant.guests[0]?.email ?? freshEmail()]) },
  }),
  readHistory: ({ tenant, random }) => ({ path: { guestId: random.pick(tenant.answered).id } }),
  listDevices: ({ tenant, random }) => ({ path: { guestId: random.pick(tenant.answered).id } }),
  askHost: async (context) => {
    const { token, device } = await openedDevice(context);
    return { path: { token }, headers: [["Usher-Device", device]], secrets: [token] };
  },
  readReplyNetwork: replyNetwork,
  acceptReplies: replyNetwork,
  trustReplyNetwork: takeNetwork,
  removeCodeNetwork: async (context) => {
    const { path } = await replyNetwork(context);
    await context.fixtures.service.sql(
      `update events set code_networks = json_array((select network from reply_networks where event_id = events.id))
       where id = ?`,
      path.eventId,
    );
    return { path };
  },
  undoReplies: async (context) => {
    const taken = context.fixtures.unusedSecrets.networks.at(-1);
    return { ...(await takeNetwork(context)), body: { guest_ids: [taken?.guestIds[0] ?? guestOf(context).id] } };
  },
  forgetDevice: async (context) => {
    const { fixtures, tenant, random } = context;
    const { guestId } = await openedDevice(context);
    const path = `/events/${tenant.eventId}/guests/${guestId}/devices`;
    // An earlier request may have deleted the guest.
    const { items } = await fixtures
      .api<{ items: { id: string }[] }>(tenant.owner, "GET", path)
      .catch(() => ({ items: [] }));
    return { path: { guestId, deviceId: items[0]?.id ?? random.uuid() } };
  },
  readTimeline: ({ tenant, random }) => ({
    path: { guestId: random.pick(tenant.answered).id },
    ...pageOf(random),
  }),
  applyReport: ({ fixtures, random }) => ({
    raw: subscriptionReport(random.pick(fixtures.idle), random),
    sign: signAsStripe(WEBHOOK_SECRETS.stripe),
  }),
  readAccessLogs: ({ tenant, random }) => ({
    query: random.chance(0.4)
      ? { guest_id: random.pick(tenant.guests).id, risk: "low", automated: "false" }
      : (pageOf(random).query ?? {}),
  }),
  markAccess: ({ tenant, random }) => ({ path: { logId: random.pick(tenant.logIds) } }),
  readFeedback: list,
  changeThresholds: ({ random }) => ({
    body: {
      medium: random.between(1, 30),
      high: random.between(31, 60),
      block: random.between(90, 100),
      expected_updated_at: undefined,
    },
  }),
  previewThresholds: () => ({ query: { medium: "10", high: "20", block: "90" } }),
  addToAllowlist: ({ random }) => ({
    body: { ip_cidr: `203.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(0, 255)}` },
  }),
  removeFromAllowlist: async ({ fixtures, tenant, random }) => {
    const entry = { ip_cidr: `2001:db8:${random.between(0, 65_535).toString(16)}::/48` };
    await fixtures
      .api(tenant.owner, "POST", `/events/${tenant.eventId}/security/allowlist`, entry)
      .catch(() => undefined);
    return { query: entry };
  },
  listMessages: list,
  previewText: (context) => ({
    body: {
      kind: "invitation",
      subject: undefined,
      body: "Hi {{first_name}}",
      locale: "de",
      branding: looks(context),
      guest_id: guestOf(context).id,
    },
  }),
  testText: ({ tenant, random }) => ({
    body: {
      kind: "confirmation",
      subject: undefined,
      body: undefined,
      locale: "de",
      guest_id: random.pick(tenant.guests).id,
    },
  }),
  previewMessage: tried,
  testMessage: tried,
  createMessage: (context) => {
    const mode = context.random.pick(["draft", "schedule", "send_now"]);
    const sendAt = mode === "schedule" ? fromNow(20 * DAY_MS) : undefined;
    return {
      body: {
        ...target(context),
        translations: context.random.pick([null, { de: { body: "Hallo {{first_name}}" } }]),
        channel: "email",
        subject: "News",
        body: "Hello {{guest_name}}",
        mode,
        send_at: sendAt,
      },
    };
  },
  countRecipients: () => ({ query: { audience: "attending_and_pending" } }),
  countChosen: (context) => ({ body: target(context) }),
  changeMessage: async (context) => ({
    ...(await ownMessage(context)),
    body: {
      channel: undefined,
      mode: undefined,
      send_at: undefined,
      subject: "Other news",
      body: "Hello",
      ...target(context),
    },
  }),
  cancelMessage: ownMessage,
  sendMessageNow: ownMessage,
  readNotice: async (context) => {
    const { fixtures, tenant, random } = context;
    const eventId = await ownEvent(context);
    await linkOf(context, eventId, await ownGuest(context, eventId));
    const change = { venue: "The Old Orangery", notify: true };
    await fixtures.api(tenant.owner, "PATCH", `/events/${eventId}`, change).catch(() => undefined);
    const { items } = await fixtures
      .api<{ items: { id: string; notice: object | null }[] }>(tenant.owner, "GET", `/events/${eventId}/messages`)
      .catch(() => ({ items: [] }));
    return { path: { eventId, messageId: items.find(({ notice }) => notice !== null)?.id ?? random.uuid() } };
  },
  readMessage: ({ tenant, random }) => ({ path: { messageId: random.pick(tenant.messageIds) } }),
  listDeliveries: ({ tenant, random }) => ({ path: { messageId: random.pick(tenant.messageIds) }, ...pageOf(random) }),
  readActivity: list,
  mintLiveTicket: ({ tenant }) => ({ body: { event_id: tenant.eventId } }),
  watchEvent: async ({ fixtures, tenant }) => {
    const body = { event_id: tenant.eventId };
    const made = await fixtures
      .api<{ ticket: string }>(tenant.viewer, "POST", "/auth/ws-ticket", body)
      .catch(() => null);
    const headers: [string, string][] = [
      ["Connection", "Upgrade"],
      ["Upgrade", "websocket"],
      ["Sec-WebSocket-Version", "13"],
      ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ];
    return { as: null, query: { ticket: made?.ticket ?? "none" }, headers };
  },
  previewCheckIn: door,
  checkInGuest: async (context) => {
    const { body, secrets } = await door(context);
    return { body: { ...body, nonce: undefined, scanned_at: undefined, override: true }, secrets: secrets ?? [] };
  },
  addWalkIn: () => ({ body: { email: freshEmail(), phone: "+4930901820", scanned_at: undefined } }),
  writeToGuest: (context) => ({
    path: { guestId: takeGuest(context).id },
    body: { subject: "Your table", body: "Hello", channel: "email" },
  }),
  addArrivals: async ({ fixtures, tenant, random }) => {
    const path = `/events/${tenant.eventId}/walk-ins`;
    const made = await fixtures.api<{ id: string }>(tenant.owner, "POST", path, { name: "Late" }).catch(() => null);
    const body = { arrival_count: random.between(1, 19), nonce: random.uuid() };
    return { path: { checkInId: made?.id ?? random.uuid() }, body };
  },
  readDoorCode: async (context) => {
    const { fixtures, tenant } = context;
    const guestId = await ownGuest(context);
    await linkOf(context, tenant.eventId, guestId);
    const answer = { response: "attending", plus_ones: 0 };
    const path = `/events/${tenant.eventId}/guests/${guestId}/rsvp`;
    await fixtures.api(tenant.owner, "PUT", path, answer).catch(() => undefined);
    return { path: { guestId } };
  },
  listCheckIns: list,
  findAtDoor: () => ({ query: { q: "guest" } }),
  readDoorList: () => ({ query: { vault: "v".repeat(22) } }),
  undoCheckIn: async (context) => {
    const { fixtures, tenant } = context;
    const path = `/events/${tenant.eventId}/walk-ins`;
    const made = await fixtures.api<{ id: string }>(tenant.owner, "POST", path, { name: "Back" }).catch(() => null);
    return { path: { checkInId: made?.id ?? context.random.uuid() } };
  },
  readAnalytics: ({ random }) => ({ query: { days: String(random.between(1, 365)) } }),
  readAudit: list,
  changeBranding: (context) => ({ body: looks(context) }),
  previewNewEvent: (context) => ({
    body: { event: { name: "A new one", ...eventSettings(context.random) }, branding: looks(context) },
  }),
  previewInvitation: (context) => ({
    body: {
      event: { name: "Another name", ...eventSettings(context.random) },
      branding: looks(context),
      guest_id: guestOf(context).id,
    },
  }),
  uploadImage: ({ fixtures, random }) => {
    const file = random.pick([fixtures.jpeg, fixtures.png]);
    return { raw: formWith(file, "file", "image/jpeg") };
  },
  readImage: ({ tenant }) => ({ path: { file: tenant.image } }),
  previewUnsubscribe: (context) => ({ ...unsubscribe(context), headers: [["Accept", "application/json"]] }),
  unsubscribe,
  sendComplaintCode: unsubscribe,
  // A guess if there is no emailed code.
  undoComplaint: (context) => {
    const sent = context.fixtures.unusedSecrets.complaints.pop();
    const { query } = sent === undefined ? unsubscribeOf(context) : { query: { token: sent.token } };
    return { query, body: { code: sent?.code ?? "123 456" }, isSpent: sent === undefined };
  },
  previewAlertsLink: alertsLink,
  turnAlertsOff: alertsLink,
  handleMailReport: ({ random }) => ({
    raw: mailReport(random.pick(["email.bounced", "email.complained", "email.delivered"]), freshEmail()),
    sign: signAsResend(WEBHOOK_SECRETS.resend),
  }),
  handleInboundSms: ({ fixtures, random }) => ({
    raw: inboundSms(random.pick(["STOP", "START", "See you there!"])),
    sign: signAsTwilio(WEBHOOK_SECRETS.twilio, fixtures.service.url),
  }),
  handleSmsReport: ({ fixtures, tenant, random }) => ({
    query: { event: tenant.eventId, message: tenant.messageIds[0] ?? "", guest: tenant.guests[0]?.id ?? "" },
    raw: smsReport(random.pick(["delivered", "failed", "queued"])),
    sign: signAsTwilio(WEBHOOK_SECRETS.twilio, fixtures.service.url),
  }),
};

/** Valid requests are sent as the owner; mutations use other roles. */
export async function validDraft(operation: Operation, fixtures: Fixtures, random: Random): Promise<Draft> {
  const context = { fixtures, tenant: random.pick(fixtures.tenants), random };
  const { owner, editor, viewer } = context.tenant;
  await renewTokens(fixtures.service, [owner, editor, viewer]);
  const choice = (await GENERATORS[operation.id]?.(context)) ?? {};
  const caller = choice.as === undefined ? owner : choice.as;
  if (caller !== null) await renewTokens(fixtures.service, [caller]);
  const isGuarded = operation.isGuarded && caller !== null;
  const address = isGuarded ? caller.address : freshAddress();
  return {
    operation,
    path: { eventId: context.tenant.eventId, ...choice.path },
    query: Object.entries(choice.query ?? {}),
    headers: [
      ["CF-Connecting-IP", address],
      ["User-Agent", GUESTS_AGENT],
      ...(isGuarded ? [["Authorization", `Bearer ${caller.token}`] as [string, string]] : []),
      ...(choice.headers ?? []),
      ...(mayRepeat(operation) && random.chance(0.2) ? [["Idempotency-Key", random.uuid()] as [string, string]] : []),
    ],
    body: choice.raw ?? bodyOf(operation, choice, random),
    ...(choice.sign === undefined ? {} : { sign: choice.sign }),
    isSpent: choice.isSpent ?? false,
    colleagues: [viewer.token, editor.token, context.tenant.scannerTicket],
    secrets: [...(isGuarded ? [caller.token] : []), ...(choice.secrets ?? [])],
  };
}

const mayRepeat = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === "Idempotency-Key");

function bodyOf({ body }: Operation, choice: Overrides, random: Random): Body {
  const schema = body["application/json"];
  if (schema === undefined) return { kind: "none" };
  const value = { ...(generateValue(schema, random) as object), ...choice.body };
  return { kind: "json", value: Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) };
}

function subscriptionReport(person: Account, random: Random): Body {
  const type = random.pick(["created", "updated", "deleted", "paused", "resumed"]);
  return stripeReport(`customer.subscription.${type}`, {
    id: `sub_${person.id}`,
    object: "subscription",
    customer: `cus_${person.id}`,
    metadata: { user_id: person.id },
    status: random.pick(["active", "past_due", "canceled", "unpaid"]),
    items: { data: [{ price: { id: "price_pro" }, current_period_end: 1_900_000_000 }] },
  });
}
