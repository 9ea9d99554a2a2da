import { createHmac, hkdfSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { call, signUpVerified } from "../../testkit/e2e-fixture.ts";
import { mailReport, signAsResend, WEBHOOK_SECRETS } from "../../testkit/fuzz/webhooks.ts";
import { fromMail, linkFromMail } from "../../testkit/linked-mail.ts";
import type { RunningService } from "../../testkit/running-service.ts";

/** A user with a separate IP address. */
export interface Account {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  address: string;
  /** Epoch milliseconds. */
  signedInAt: number;
}

/** A guest with a link. */
export interface Guest {
  id: string;
  /** The token in the link. */
  token: string;
  email: string | null;
}

/** An event with its owner, members, guests and messages. */
export interface Tenant {
  owner: Account;
  editor: Account;
  viewer: Account;
  eventId: string;
  /** An event with one seat and a waitlist. */
  fullEventId: string;
  guests: Guest[];
  /** Door codes of attending guests. */
  doorCodes: string[];
  /** Guests with an RSVP. */
  answered: Guest[];
  logIds: string[];
  messageIds: string[];
  image: string;
  scannerTicket: string;
}

/** Single-use secrets. */
interface UnusedSecrets {
  invites: { token: string; person: Account }[];
  verifications: string[];
  resets: string[];
  unsubscribes: string[];
  editNonces: { guest: Guest; nonce: string }[];
  /** Six digits each, for ten minutes. */
  codes: { guest: Guest; code: string }[];
  /** Tokens of unsubscribe links with the code against a spam report, for 30 minutes. */
  complaints: { token: string; code: string }[];
  /** Networks with many replies that no decision has closed. */
  networks: { owner: Account; eventId: string; networkId: string; guestIds: string[] }[];
}

/** A webhook endpoint that has been called. */
interface Hook {
  account: Account;
  endpointId: string;
  deliveryId: string;
}

/** All data that requests can refer to. */
export interface Fixtures {
  service: RunningService;
  tenants: Tenant[];
  /** Accounts without an event, which may be locked out or lose their sessions. */
  idle: Account[];
  unusedSecrets: UnusedSecrets;
  hooks: Hook[];
  /** Where webhooks may be sent. */
  receiverUrl: string;
  jpeg: Uint8Array;
  png: Uint8Array;
  /** Signs up and in. */
  newAccount(): Promise<Account>;
  /** Sends a request that must succeed. */
  api<Answer>(person: Account, method: string, path: string, body?: object): Promise<Answer>;
}

export const PASSWORD = "an evening in the orangery";
/** Known to the fuzzer, so that it can sign links that are emailed a minute or a day later. */
export const PLATFORM_SECRET = "a platform secret that the fuzzer knows";
const IMAGES = new URL("../../testkit/fixtures/images/", import.meta.url);
/** Enough to rarely reach the limit of 300 requests a minute for each. */
const TENANTS = 24;
const GUESTS = 40;
const WITH_ADDRESS = 6;
const ANSWERED = 8;
const IDLE = 24;
const HOOKS = 4;
const COMPLAINTS = 4;
/** Half of them are trusted, and the replies of the others are undone. */
const NETWORKS = 4;
/** Enough for an item of `src/access/networks/`. */
const REPLIES = 10;
/** Tenants that are created at the same time. */
const AT_ONCE = 4;
const DELIVERED_WITHIN_MS = 60_000;
/** Access tokens last 15 minutes, and a run may last longer. */
const SIGN_IN_AGAIN_AFTER_MS = 600_000;

let people = 0;

/** An unused private address. */
export function freshAddress(): string {
  people += 1;
  return `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`;
}

export function freshEmail(): string {
  return `fuzz-${crypto.randomUUID()}@example.com`;
}

/** The token of an alert's unsubscribe link. */
export function alertsToken(eventId: string, userId: string): string {
  const key = new Uint8Array(hkdfSync("sha256", PLATFORM_SECRET, "usher", "alerts", 32));
  const signed = [{ alg: "HS256" }, { eventId, userId, aud: "alerts" }].map(encoded).join(".");
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** Creates hosts, events, guests, links, RSVPs, messages and invites through the API; tiers and roles with SQL. */
export async function createFixtures(service: RunningService, receiverUrl: string): Promise<Fixtures> {
  const fixtures: Fixtures = {
    service,
    receiverUrl,
    tenants: [],
    idle: [],
    hooks: [],
    unusedSecrets: {
      invites: [],
      verifications: [],
      resets: [],
      unsubscribes: [],
      editNonces: [],
      codes: [],
      complaints: [],
      networks: [],
    },
    jpeg: await readFile(new URL("camera.jpg", IMAGES)),
    png: await readFile(new URL("noted.png", IMAGES)),
    newAccount: () => newAccount(service),
    api: (person, method, path, body) => call(service, person.address, method, path, body, person.token),
  };
  for (let index = 0; index < TENANTS; index += AT_ONCE) {
    const indexes = Array.from({ length: AT_ONCE }, (_, offset) => index + offset);
    fixtures.tenants.push(...(await Promise.all(indexes.map((one) => createTenant(fixtures, one)))));
  }
  for (let index = 0; index < IDLE; index++) fixtures.idle.push(await fixtures.newAccount());
  fixtures.hooks.push(...(await Promise.all(Array.from({ length: HOOKS }, (_, index) => createHook(fixtures, index)))));
  await fillStock(fixtures);
  await fillComplaints(fixtures);
  await fillNetworks(fixtures);
  return fixtures;
}

/** An endpoint with a new account, after its first delivery. */
async function createHook({ newAccount, api, receiverUrl }: Fixtures, index: number): Promise<Hook> {
  const account = await newAccount();
  const event = { name: "Webhooks", event_date: new Date(Date.now() + 30 * 86_400_000).toISOString() };
  const { id: eventId } = await api<{ id: string }>(account, "POST", "/events", event);
  const endpoint = { url: `${receiverUrl}/hook-${index}`, types: ["*"], event_id: eventId };
  const { id: endpointId } = await api<{ id: string }>(account, "POST", "/webhook-endpoints", endpoint);
  await api(account, "POST", `/events/${eventId}/guests`, { name: "First" });
  const path = `/webhook-endpoints/${endpointId}/deliveries`;
  for (const deadline = Date.now() + DELIVERED_WITHIN_MS; Date.now() < deadline; await pause(200)) {
    const { items } = await api<{ items: { id: string; status: string }[] }>(account, "GET", path);
    const delivered = items.find(({ status }) => status === "delivered");
    if (delivered !== undefined) return { account, endpointId, deliveryId: delivered.id };
  }
  throw new Error("no webhook was delivered");
}

async function newAccount(service: RunningService): Promise<Account> {
  const [email, address] = [freshEmail(), freshAddress()];
  await signUpVerified(service, address, { email, password: PASSWORD, name: "Robin Marsh" });
  const tokens = await signIn(service, { email, address });
  const { id } = await call<{ id: string }>(service, address, "GET", "/me", undefined, tokens.token);
  return { id, email, ...tokens, address, signedInAt: Date.now() };
}

async function signIn(service: RunningService, { email, address }: Pick<Account, "email" | "address">) {
  const body = { email, password: PASSWORD };
  const path = "/auth/login";
  const tokens = await call<{ access_token: string; refresh_token: string }>(service, address, "POST", path, body);
  return { token: tokens.access_token, refreshToken: tokens.refresh_token };
}

/** Replaces the tokens of accounts that signed in a while ago; those that a request has locked or deleted keep theirs. */
export async function renewTokens(service: RunningService, accounts: readonly Account[]): Promise<void> {
  const now = Date.now();
  const due = accounts.filter(({ signedInAt }) => now - signedInAt > SIGN_IN_AGAIN_AFTER_MS);
  // Set synchronously, so that requests at the same time do not sign in too.
  for (const account of due) account.signedInAt = now;
  await Promise.all(
    due.map(async (account) => Object.assign(account, await signIn(service, account).catch(() => ({})))),
  );
}

async function createTenant(fixtures: Fixtures, index: number): Promise<Tenant> {
  const { service } = fixtures;
  const [owner, editor, viewer] = [
    await fixtures.newAccount(),
    await fixtures.newAccount(),
    await fixtures.newAccount(),
  ];
  const api = <Answer>(method: string, path: string, body?: object) => fixtures.api<Answer>(owner, method, path, body);
  await giveTier(service, owner.id);
  const event = await api<{ id: string }>("POST", "/events", {
    name: "Orangery Supper",
    event_date: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    timezone: "Europe/Berlin",
    companion_names: "optional",
  });
  const full = await api<{ id: string }>("POST", "/events", {
    name: "Chef's Table",
    event_date: new Date(Date.now() + 60 * 86_400_000).toISOString(),
    capacity: 1,
    waitlist: true,
  });
  for (const [person, role] of [[editor, "editor"] as const, [viewer, "viewer"] as const]) {
    await addMember(service, event.id, person.id, role);
  }
  const guests = await createGuests(fixtures, owner, event.id);
  const answered = guests.slice(0, ANSWERED);
  const doorCodes: string[] = [];
  for (const [index, { token }] of answered.entries()) {
    const response = (["attending", "attending", "maybe", "declined"] as const)[index % 4] ?? "maybe";
    await call(service, freshAddress(), "POST", "/rsvp", { token, response, plus_ones: 0 });
    const opened = await call<{ check_in?: { qr_token: string } }>(service, freshAddress(), "GET", `/access/${token}`);
    if (opened.check_in !== undefined) doorCodes.push(opened.check_in.qr_token);
  }
  const [logs, messages, door, image] = [
    await api<{ items: { id: string }[] }>("GET", `/events/${event.id}/access-logs`),
    await api<{ items: { id: string }[] }>("GET", `/events/${event.id}/messages`),
    await api<{ ticket: string }>("POST", `/events/${event.id}/scanner-ticket`),
    await uploadImage(service, owner, fixtures.jpeg),
  ];
  // Some tenants are on the free tier, to cover its limits.
  if (index % 8 === 7) await service.sql("delete from subscriptions where user_id = ?", owner.id);
  return {
    owner,
    editor,
    viewer,
    eventId: event.id,
    fullEventId: full.id,
    guests,
    doorCodes,
    answered,
    image,
    scannerTicket: door.ticket,
    logIds: logs.items.map(({ id }) => id),
    messageIds: messages.items.map(({ id }) => id),
  };
}

async function createGuests(fixtures: Fixtures, owner: Account, eventId: string): Promise<Guest[]> {
  const rows = Array.from({ length: GUESTS }, (_, index) =>
    index < WITH_ADDRESS ? `Guest ${index},${freshEmail()}` : `Guest ${index},`,
  );
  const response = await fetch(new URL(`/events/${eventId}/guests/import`, fixtures.service.url), {
    method: "POST",
    headers: {
      "content-type": "text/csv",
      authorization: `Bearer ${owner.token}`,
      "cf-connecting-ip": owner.address,
    },
    body: `name,email\n${rows.join("\n")}\n`,
  });
  if (response.status !== 201) throw new Error(`the import answers ${response.status}: ${await response.text()}`);
  const { items } = await fixtures.api<{ items: { guest_id: string; link: string; email: string | null }[] }>(
    owner,
    "POST",
    `/events/${eventId}/guests/invitations/bulk`,
    { notify: false },
  );
  return items.map(({ guest_id: id, link, email }) => ({ id, email, token: link.split("/i/")[1] ?? "" }));
}

async function uploadImage(service: RunningService, person: Account, file: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set("file", new File([Uint8Array.from(file)], "picture.jpg", { type: "image/jpeg" }));
  const response = await fetch(new URL("/uploads/image", service.url), {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "cf-connecting-ip": person.address },
    body: form,
  });
  return ((await response.json()) as { url: string }).url.split("/").at(-1) ?? "";
}

/** Collects secrets that only emails contain: one of each kind per tenant. */
async function fillStock({ service, tenants, unusedSecrets, api }: Fixtures): Promise<void> {
  await Promise.all(
    tenants.map(async (tenant) => {
      const { owner, editor, eventId, guests } = tenant;
      const invited = await newAccount(service);
      const forgetful = await newAccount(service);
      const unproven = { email: freshEmail(), password: PASSWORD, name: "Robin Marsh" };
      await call(service, freshAddress(), "POST", "/auth/signup", unproven);
      const guest = guests.find((one) => one.email !== null && !tenant.answered.slice(0, 2).includes(one));
      if (guest?.email == null) throw new Error("no guest with an address");
      await call(service, forgetful.address, "POST", "/auth/forgot-password", { email: forgetful.email });
      await call(service, freshAddress(), "POST", `/access/${guest.token}/request-edit-link`);
      const mailed = { name: "Mailed Guest", email: freshEmail() };
      const { id } = await api<{ id: string }>(editor, "POST", `/events/${eventId}/guests`, mailed);
      const { link } = await api<{ link: string }>(editor, "POST", `/events/${eventId}/tokens`, { guest_id: id });
      const token = lastPart(link);
      await call(service, freshAddress(), "POST", `/access/${token}/challenge`, { channel: "email" });
      await api(owner, "POST", `/events/${eventId}/collaborators`, { email: invited.email, role: "viewer" }).then(
        async () => {
          const token = lastPart(await linkFromMail(service, invited.email, /\/invites\//));
          unusedSecrets.invites.push({ token, person: invited });
        },
        () => undefined,
      );
      unusedSecrets.verifications.push(secretOf(await linkFromMail(service, unproven.email, /\/verify-email/)));
      unusedSecrets.resets.push(secretOf(await linkFromMail(service, forgetful.email, /\/reset-password/)));
      unusedSecrets.unsubscribes.push(secretOf(await linkFromMail(service, mailed.email, /\/unsubscribe/)));
      const code = await fromMail(service, mailed.email, (text) => /^\d{3} \d{3}$/m.exec(text)?.[0]);
      unusedSecrets.codes.push({ guest: { id, token, email: mailed.email }, code });
      unusedSecrets.editNonces.push({ guest, nonce: secretOf(await linkFromMail(service, guest.email, /edit=/)) });
    }),
  );
}

/** Networks from which ten guests of an event replied, one per tenant. */
async function fillNetworks({ service, tenants, unusedSecrets, api }: Fixtures): Promise<void> {
  await Promise.all(
    tenants.slice(0, NETWORKS).map(async ({ owner, eventId, guests }, index) => {
      const answering = guests.slice(-REPLIES);
      for (const { token } of answering) {
        const answer = { token, response: "attending", plus_ones: 0 };
        await call(service, `198.51.100.${index + 1}`, "POST", "/rsvp", answer);
      }
      const path = `/events/${eventId}/reply-networks`;
      for (const deadline = Date.now() + DELIVERED_WITHIN_MS; Date.now() < deadline; await pause(200)) {
        const { items } = await api<{ items: { id: string }[] }>(owner, "GET", path);
        const networkId = items[0]?.id;
        if (networkId === undefined) continue;
        unusedSecrets.networks.push({ owner, eventId, networkId, guestIds: answering.map(({ id }) => id) });
        return;
      }
      throw new Error("no network with many replies was found");
    }),
  );
}

/** Guests who report their invitation as spam, and request the code that undoes that. */
async function fillComplaints(fixtures: Fixtures): Promise<void> {
  const { service, tenants, unusedSecrets } = fixtures;
  for (const { owner, eventId } of tenants.slice(0, COMPLAINTS)) {
    const email = freshEmail();
    const path = `/events/${eventId}`;
    const { id } = await fixtures.api<{ id: string }>(owner, "POST", `${path}/guests`, { name: "Complaining", email });
    await fixtures.api(owner, "POST", `${path}/tokens`, { guest_id: id });
    const token = secretOf(await linkFromMail(service, email, /\/unsubscribe/));
    const { type, bytes } = mailReport("email.complained", email);
    const headers = signAsResend(WEBHOOK_SECRETS.resend)({ target: "", body: bytes });
    await fetch(new URL("/webhooks/email", service.url), {
      method: "POST",
      headers: [["content-type", type], ...headers],
      body: Uint8Array.from(bytes),
    });
    await call(service, freshAddress(), "POST", `/unsubscribe/code?token=${token}`);
    const code = await fromMail(service, email, (text) => /^\d{3} \d{3}$/m.exec(text)?.[0]);
    unusedSecrets.complaints.push({ token, code });
  }
}

const lastPart = (link: string): string => new URL(link).pathname.split("/").at(-1) ?? "";

/** The last parameter in the query or the fragment of a link, which is its secret. */
export function secretOf(link: string): string {
  const { search, hash } = new URL(link);
  return [...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))].at(-1)?.[1] ?? "";
}

/** Writes the rows that a webhook of the payment provider causes. */
async function giveTier(service: RunningService, userId: string): Promise<void> {
  await service.sql(
    `insert into subscriptions (provider_subscription_id, user_id, tier, status, granting, provider_customer_id,
       provider_updated_at, created_at, updated_at)
     values ('sub_' || ?1, ?1, 'business', 'active', 1, 'cus_' || ?1, 1, 1, 1)`,
    userId,
  );
}

/** Writes the row that an accepted invite causes. */
export async function addMember(service: RunningService, eventId: string, userId: string, role: string): Promise<void> {
  await service.sql(
    "insert or ignore into event_collaborators (event_id, user_id, role, created_at) values (?, ?, ?, 1)",
    eventId,
    userId,
    role,
  );
}
