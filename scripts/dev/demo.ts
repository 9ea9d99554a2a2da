import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { attractAttention, performActs, QUIZ_ACTS, QUIZ_GUESTS, SUPPER_ACTS, THRESHOLDS } from "./demo-activity.ts";
import { type Api, callApi, tokenFromMail } from "./demo-api.ts";
import { demoEvent, eventTonight, QUESTIONS, TEXTS } from "./demo-event.ts";

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
  /** Whether both events have been created, with all that guests do. */
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
interface Page<Item> {
  items: Item[];
}
interface Guest extends Named {
  companions: { name: string }[];
  rsvp: object | null;
}

/**
 * On an empty database: signs a host up, creates an event in a month and one tonight, invites guests, answers for some and
 * checks some in, all through the public API. A later start finds the existing demo, and continues it if it was interrupted.
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
    await createSupper(api, options);
    await createQuiz(api, options);
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

/** Creates what is missing of the event in a month. Creating a guest's link is idempotent. */
async function createSupper(api: Api, { baseUrl, guestList, mailsUrl }: DemoOptions): Promise<void> {
  const event = await findOrCreate(api, demoEvent(Date.now()));
  await api("PUT", `/events/${event.id}/questions`, { items: QUESTIONS });
  await api("PUT", `/events/${event.id}/texts`, TEXTS);
  await api("PUT", `/events/${event.id}/security/thresholds`, THRESHOLDS);
  const guests = await importOnce(api, event, readFileSync(guestList, "utf8"));
  const invite = ({ id }: Named): Promise<unknown> => {
    const token = { guest_id: id, utm_source: "email", notify: mailsUrl !== null };
    return api("POST", `/events/${event.id}/tokens`, token);
  };
  for (const group of chunks(guests)) await Promise.all(group.map(invite));
  const stage = { baseUrl, api, eventId: event.id, guests };
  await performActs(stage, SUPPER_ACTS);
  await attractAttention(stage);
}

/** Creates what is missing of the event tonight. */
async function createQuiz(api: Api, { baseUrl }: DemoOptions): Promise<void> {
  const event = await findOrCreate(api, eventTonight(Date.now()));
  const guests = await importOnce(api, event, QUIZ_GUESTS.join("\n"));
  await performActs({ baseUrl, api, eventId: event.id, guests }, QUIZ_ACTS);
}

async function findOrCreate(api: Api, event: { name: string }): Promise<Named> {
  const { items } = await api<Page<Named>>("GET", "/events");
  return items.find(({ name }) => name === event.name) ?? api<Named>("POST", "/events", event);
}

/** Imports a guest list into an event without guests. @returns the event's guests */
async function importOnce(api: Api, event: Named, csv: string): Promise<Guest[]> {
  const found = await guestsOf(api, event);
  if (found.length > 0) return found;
  await api("POST", `/events/${event.id}/guests/import`, csv);
  return guestsOf(api, event);
}

/** The link of the supper's guest who was added first. */
async function findInvitation(api: Api): Promise<Demo["invitation"]> {
  const { items } = await api<Page<Named>>("GET", "/events");
  const event = items.find(({ name }) => name === demoEvent(Date.now()).name);
  const guest = event === undefined ? undefined : (await guestsOf(api, event)).at(-1);
  if (event === undefined || guest === undefined) return null;
  const token = { guest_id: guest.id, notify: false };
  const { link } = await api<{ link: string }>("POST", `/events/${event.id}/tokens`, token);
  return { guest: guest.name, link };
}

/** The guest list, newest first. */
async function guestsOf(api: Api, event: Named): Promise<Guest[]> {
  return (await api<Page<Guest>>("GET", `/events/${event.id}/guests?limit=${PAGE}`)).items;
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
