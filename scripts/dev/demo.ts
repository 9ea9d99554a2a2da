import { readFileSync } from "node:fs";
import {
  attractAttention,
  type Guest,
  performActs,
  QUIZ_ACTS,
  QUIZ_GUESTS,
  SUPPER_ACTS,
  THRESHOLDS,
} from "./demo-activity.ts";
import { type Api, callApi } from "./demo-requests.ts";
import { readState, writeState } from "./demo-state.ts";

/** The largest page size of lists. */
const PAGE = 200;
/** Guests invited concurrently. */
const CHUNK = 5;

export interface Demo {
  email: string;
  password: string;
  /** A guest and the guest's personal link; null if the host has removed all guests. */
  invitation: { guest: string; link: string } | null;
}

interface DemoOptions {
  /** The address of the Worker on this machine. */
  baseUrl: string;
  /** URL of the mail catcher's pages; null if emails are really delivered. Then no guest is emailed. */
  mailsUrl: string | null;
  statePath: string;
  guestList: string;
}

interface Named {
  id: string;
  name: string;
}
interface Page<Item> {
  items: Item[];
}

/**
 * Creates an event in a month and one tonight as the demo's host, invites guests, submits RSVPs and checks guests in, all
 * through the public API. A later start finds the existing demo, and continues it if it was interrupted.
 * @returns null if the accounts in the database are not the demo's
 * @throws Error if the Worker responds with an error
 */
export async function prepareDemo(options: DemoOptions): Promise<Demo | null> {
  const { baseUrl, statePath } = options;
  const state = readState(statePath);
  if (state === null) return null;
  const { email, password, complete } = state;
  const { access_token } = await callApi<{ access_token: string }>(baseUrl, "POST", "/auth/login", { email, password });
  const api: Api = (method, path, body) => callApi(baseUrl, method, path, body, access_token);
  if (!complete) {
    await createSupper(api, options);
    await createQuiz(api, options);
    writeState(statePath, { ...state, complete: true });
  }
  return { email, password, invitation: await findInvitation(api) };
}

/** Creates the missing parts of the event in a month. Creating a guest's link is idempotent. */
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
  for (let start = 0; start < guests.length; start += CHUNK) {
    await Promise.all(guests.slice(start, start + CHUNK).map(invite));
  }
  const stage = { baseUrl, api, eventId: event.id, guests };
  await performActs(stage, SUPPER_ACTS);
  await attractAttention(stage);
}

/** Creates the missing parts of the event tonight. */
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

/** Returns the link of the first guest of the supper. */
async function findInvitation(api: Api): Promise<Demo["invitation"]> {
  const { items } = await api<Page<Named>>("GET", "/events");
  const event = items.find(({ name }) => name === demoEvent(Date.now()).name);
  const guest = event === undefined ? undefined : (await guestsOf(api, event)).at(-1);
  if (event === undefined || guest === undefined) return null;
  const token = { guest_id: guest.id, notify: false };
  const { link } = await api<{ link: string }>("POST", `/events/${event.id}/tokens`, token);
  return { guest: guest.name, link };
}

/** Returns the guest list, newest first. */
async function guestsOf(api: Api, event: Named): Promise<Guest[]> {
  return (await api<Page<Guest>>("GET", `/events/${event.id}/guests?limit=${PAGE}`)).items;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_AHEAD = 30;
const DEADLINE_DAYS_BEFORE = 7;
const HOURS_LONG = 5;

/** The body of `POST /events`. */
interface DemoEvent {
  name: string;
  [field: string]: unknown;
}

/** Returns an event in a month in Berlin with every setting, from 18:00 in summer and 17:00 in winter. */
function demoEvent(now: number): DemoEvent {
  const begin = new Date(now + DAYS_AHEAD * DAY_MS).setUTCHours(16, 0, 0, 0);
  const at = (moment: number) => new Date(moment).toISOString();
  return {
    name: "Orangery Supper",
    description:
      "A long table, six courses and a band that knows when to stop.\n\nThe orangery is heated, the garden isn't: bring something warm.",
    venue: "The Old Orangery, Gartenweg 4, Berlin",
    event_date: at(begin),
    end_time: at(begin + HOURS_LONG * HOUR_MS),
    door_opens_at: at(begin - HOUR_MS / 2),
    rsvp_deadline: at(begin - DEADLINE_DAYS_BEFORE * DAY_MS),
    timezone: "Europe/Berlin",
    capacity: 14,
    waitlist: true,
    companion_names: "optional",
  };
}

/** Returns an event that begins in two hours, so that its door is open. */
function eventTonight(now: number): DemoEvent {
  return {
    name: "Quiz Night",
    description: "Eight rounds, and the losers wash the glasses.",
    venue: "The Back Room, Gartenweg 6, Berlin",
    event_date: new Date(now + 2 * HOUR_MS).toISOString(),
    end_time: new Date(now + 2 * HOUR_MS + HOURS_LONG * HOUR_MS).toISOString(),
    timezone: "Europe/Berlin",
  };
}

/** One question of each kind. */
const QUESTIONS = [
  {
    label: "Which main course would you like?",
    kind: "choice",
    options: ["Fish", "Lamb", "Vegan"],
    required: true,
    scope: "person",
  },
  { label: "Anything you can't eat?", kind: "text", scope: "person" },
  { label: "Which songs should the band play?", kind: "choices", options: ["Waltzes", "Swing", "The loud ones"] },
  { label: "Will you stay overnight?", help: "There are rooms next door.", kind: "yes_no" },
  { label: "How many parking spaces do you need?", kind: "number" },
];

/** The host's custom texts. */
const TEXTS = {
  invitation: {
    subject: "A long table, and a chair for you",
    body: "Hi {{first_name}}, we've set a very long table and would love you to sit at it.",
  },
  confirmation: { body: "Wonderful! We'll keep your chair warm." },
  reminder_footer: "Bring something warm: the garden isn't heated.",
};
