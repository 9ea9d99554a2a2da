import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type Api, callApi, tokenFromMail } from "./demo-api.ts";
import { demoEvent, QUESTIONS, TEXTS } from "./demo-event.ts";

const HOST = { email: "host@demo.example", name: "Robin Marsh" };
const PASSWORD_BYTES = 8;
/** The largest page size of lists. */
const PAGE = 200;
/** Guests invited concurrently. */
const CHUNK = 5;

/** The demo's state between starts; the only place that contains its password in plain text. */
interface DemoState {
  email: string;
  password: string;
  /** Whether the event and all invitations have been created. */
  complete: boolean;
}

export interface Demo {
  email: string;
  password: string;
  /** A guest and the guest's personal link; null when the host has removed all guests. */
  invitation: { guest: string; link: string } | null;
}

export interface DemoOptions {
  /** Where the Worker listens on this machine. */
  baseUrl: string;
  /** URL of the mail catcher's pages; null when mails are really delivered: then no guest is mailed. */
  mailsUrl: string | null;
  /** Whether the database has no accounts. */
  isEmpty: boolean;
  statePath: string;
  guestList: string;
  /** Marks the address of an account as verified, where no mail to it can be read. */
  verifyAddress(email: string): Promise<void>;
  /** Grants an account the largest tier, so that no part of the demo ends at a limit. */
  grantTier(email: string): Promise<void>;
}

interface Named {
  id: string;
  name: string;
}
interface Page {
  items: Named[];
}

/**
 * On an empty database: signs a host up, creates an event and invites the guests of a CSV file, all through the public
 * API. A later start finds the existing demo, and continues it if it was interrupted.
 * @returns null when the accounts in the database are not the demo's
 * @throws Error when the Worker responds with an error
 */
export async function prepareDemo(options: DemoOptions): Promise<Demo | null> {
  const { baseUrl, isEmpty, statePath } = options;
  const found = readState(statePath);
  if (found === null && !isEmpty) return null;
  const state = found ?? {
    email: HOST.email,
    password: randomBytes(PASSWORD_BYTES).toString("hex"),
    complete: false,
  };
  const { email, password } = state;
  if (isEmpty) {
    writeState(statePath, { ...state, complete: false });
    await signUp(options, state);
    await options.grantTier(email);
  }
  const { access_token } = await callApi<{ access_token: string }>(baseUrl, "POST", "/auth/login", { email, password });
  const api: Api = (method, path, body) => callApi(baseUrl, method, path, body, access_token);
  if (isEmpty || !state.complete) {
    await inviteAll(api, options);
    writeState(statePath, { ...state, complete: true });
  }
  return { email, password, invitation: await findInvitation(api) };
}

/** Creates the account, and verifies its address: by the mail if mails are caught. */
async function signUp(
  { baseUrl, mailsUrl, verifyAddress }: DemoOptions,
  { email, password }: DemoState,
): Promise<void> {
  await callApi(baseUrl, "POST", "/auth/signup", { email, password, name: HOST.name });
  if (mailsUrl === null) return verifyAddress(email);
  const token = await tokenFromMail(mailsUrl, email, "/verify-email");
  await callApi(baseUrl, "POST", "/auth/verify-email", { token });
}

/** Creates what is missing. Creating a guest's link is idempotent. */
async function inviteAll(api: Api, { guestList, mailsUrl }: DemoOptions): Promise<void> {
  const events = await api<Page>("GET", "/events");
  const event = events.items[0] ?? (await api<Named>("POST", "/events", demoEvent(Date.now())));
  await api("PUT", `/events/${event.id}/questions`, { items: QUESTIONS });
  await api("PUT", `/events/${event.id}/texts`, TEXTS);
  if ((await guestsOf(api, event)).length === 0) {
    await api("POST", `/events/${event.id}/guests/import`, readFileSync(guestList, "utf8"));
  }
  const invite = ({ id }: Named): Promise<unknown> => {
    const token = { guest_id: id, utm_source: "email", notify: mailsUrl !== null };
    return api("POST", `/events/${event.id}/tokens`, token);
  };
  for (const group of chunks(await guestsOf(api, event))) await Promise.all(group.map(invite));
}

/** The link of the guest who was added first. */
async function findInvitation(api: Api): Promise<Demo["invitation"]> {
  const [event] = (await api<Page>("GET", "/events")).items;
  const guest = event === undefined ? undefined : (await guestsOf(api, event)).at(-1);
  if (event === undefined || guest === undefined) return null;
  const token = { guest_id: guest.id, notify: false };
  const { link } = await api<{ link: string }>("POST", `/events/${event.id}/tokens`, token);
  return { guest: guest.name, link };
}

/** The guest list, newest first. */
async function guestsOf(api: Api, event: Named): Promise<Named[]> {
  return (await api<Page>("GET", `/events/${event.id}/guests?limit=${PAGE}`)).items;
}

function chunks<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

function readState(path: string): DemoState | null {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

function writeState(path: string, state: DemoState): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
}
