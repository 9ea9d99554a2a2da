import { setTimeout as pause } from "node:timers/promises";
import type { RsvpResponse } from "../../src/kernel/rsvp.ts";
import type { Api } from "./demo-requests.ts";
import { type BrowserFacts, DemoBrowser } from "./demo-requests.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const OWN_BROWSERS = [FIREFOX, IPHONE, ANDROID, MAC];

/**
 * Lower than the defaults, so that the unknown browser is blocked. The printed link still opens for `curl` and headless browsers,
 * whose first accesses score 43.
 */
export const THRESHOLDS = { medium: 20, high: 32, block: 45 };

/** The browsers of people to whom a guest has forwarded the link. */
const FORWARDED_TO: BrowserFacts[] = [
  { address: "91.64.17.20", userAgent: ANDROID, language: "de-DE,de;q=0.9" },
  { address: "91.64.33.9", userAgent: IPHONE, language: "de-DE,de;q=0.9" },
  { address: "91.64.51.7", userAgent: MAC, language: "en-GB,en;q=0.9" },
];
/** A browser on another continent that opens a guest's link. */
const STRANGER: BrowserFacts = { address: "126.72.11.8", userAgent: MAC, language: "ja-JP,ja;q=0.9" };

const FORBIDDEN = 403;
const MAX_TRIES = 40;
const TRY_EVERY_MS = 100;

/** The actions of a guest of the demo. */
export interface Act {
  guest: string;
  response: RsvpResponse;
  main?: string;
  /** Companions who are not on the guest list. */
  brings?: readonly string[];
  /** True if the host checks the party in. */
  arrives?: boolean;
}

/** The guests of the event in a month. The first guest, whose link is printed, sends no RSVP. João's party is waitlisted. */
export const SUPPER_ACTS: readonly Act[] = [
  { guest: "Benjamin Hale", response: "attending", main: "Lamb" },
  { guest: "Chiara Rossi", response: "attending", main: "Vegan", brings: ["Luca Rossi"] },
  { guest: "Daniel Nowak", response: "attending", main: "Fish" },
  { guest: "Elif Yıldız", response: "attending", main: "Vegan" },
  { guest: "Farah Haddad", response: "attending", main: "Lamb" },
  { guest: "João Almeida", response: "attending", main: "Fish", brings: ["Rui Almeida", "Ana Almeida", "Tia Lena"] },
  { guest: "Grace O'Neill", response: "declined" },
  { guest: "Hiroshi Tanaka", response: "maybe", main: "Fish" },
];
/** The guests of the supper whose links other people open. */
const FORWARDER = "Mei Chen";
const TARGET = "Oskar Lind";

/** The guests of the event tonight. */
export const QUIZ_ACTS: readonly Act[] = [
  { guest: "Ada Brandt", response: "attending", arrives: true },
  { guest: "Bo Lindqvist", response: "attending", arrives: true },
  { guest: "Carmen Vidal", response: "attending", arrives: true },
  { guest: "Dmitri Orlov", response: "attending" },
  { guest: "Esther Mensah", response: "attending" },
  { guest: "Finn Becker", response: "declined" },
];
export const QUIZ_GUESTS = [
  "name,email,party_size",
  ...[...QUIZ_ACTS.map(({ guest }) => guest), "Gita Rao"].map(guestRow),
];

function guestRow(name: string): string {
  return `${name},${name.toLowerCase().replace(" ", ".")}@guests.example,2`;
}

export interface Guest {
  id: string;
  name: string;
  companions: { name: string }[];
  rsvp: object | null;
}
interface Question {
  id: string;
  kind: string;
  scope: string;
}

export interface Stage {
  baseUrl: string;
  api: Api;
  eventId: string;
  guests: readonly Guest[];
}

/** Submits the missing RSVPs, and checks in the guests who arrive. A repeated call changes nothing. */
export async function performActs(stage: Stage, acts: readonly Act[]): Promise<void> {
  // One after the other, because the first guests get the seats.
  for (const [index, act] of acts.entries()) {
    const guest = stage.guests.find(({ name }) => name === act.guest);
    if (guest === undefined) continue;
    if (guest.rsvp === null) await answer(stage, guest, act, ownBrowser(stage, index));
    if (act.arrives) {
      const checkIn = { guest_id: guest.id, arrival_count: 1, nonce: `demo-${guest.id}` };
      await stage.api("POST", `/events/${stage.eventId}/check-in`, checkIn);
    }
  }
}

/** Opens one link as people to whom it was forwarded, and another link as an unknown browser, which is blocked. */
export async function attractAttention(stage: Stage): Promise<void> {
  const { baseUrl } = stage;
  const forwarder = stage.guests.find(({ name }) => name === FORWARDER);
  if (forwarder !== undefined) {
    const path = `/access/${await tokenOf(stage, forwarder)}`;
    const opened = [ownBrowser(stage, 0), ...FORWARDED_TO.map((facts) => new DemoBrowser(baseUrl, facts))];
    for (const browser of opened) {
      await browser.send("GET", path);
      // A device counts from its first request with an ID, and the first response issues the ID.
      await browser.send("GET", path);
    }
  }
  const target = stage.guests.find(({ name }) => name === TARGET);
  if (target === undefined) return;
  const path = `/access/${await tokenOf(stage, target)}`;
  await ownBrowser(stage, 0).send("GET", path);
  // The first try is blocked if the engine already knows the guest's own access. On a busy machine the engine can learn of
  // that access later, so the browser tries again.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await pause(TRY_EVERY_MS);
    if ((await new DemoBrowser(baseUrl, STRANGER).send("GET", path)).status === FORBIDDEN) return;
  }
}

/** Returns a guest's browser in a network in Berlin. */
function ownBrowser({ baseUrl }: Stage, index: number): DemoBrowser {
  const userAgent = OWN_BROWSERS[index % OWN_BROWSERS.length] ?? FIREFOX;
  return new DemoBrowser(baseUrl, { address: `91.64.80.${10 + index}`, userAgent, language: "de-DE,de;q=0.9" });
}

async function answer(stage: Stage, guest: Guest, { response, main, brings = [] }: Act, browser: DemoBrowser) {
  const token = await tokenOf(stage, guest);
  const { body } = await browser.send<{ questions: Question[] }>("GET", `/access/${token}`);
  const names = [...guest.companions.map(({ name }) => name), ...brings];
  const companions =
    response === "attending" ? names.map((name) => ({ name, answers: answersTo(body.questions, main, true) })) : [];
  const rsvp = { token, response, answers: response === "declined" ? {} : answersTo(body.questions, main, false) };
  const party = companions.length > 0 ? { companions } : { plus_ones: 0 };
  const { status, body: refusal } = await browser.send("POST", "/rsvp", { ...rsvp, ...party });
  if (status !== 201) throw new Error(`POST /rsvp returned ${status}: ${JSON.stringify(refusal)}`);
}

/** @param ofCompanion true to answer only the questions for each person */
function answersTo(questions: readonly Question[], main: string | undefined, ofCompanion: boolean): object {
  const asked = questions.filter(({ scope }) => !ofCompanion || scope === "person");
  const values: Record<string, unknown> = {
    choice: main ?? "Fish",
    choices: ["Swing", "The loud ones"],
    yes_no: true,
    number: 1,
    text: ofCompanion ? "Nuts" : "Nothing, thank you",
  };
  return Object.fromEntries(asked.map(({ id, kind }) => [id, values[kind]]));
}

/** Returns the token of the guest's link. Repeated requests return the same link. */
async function tokenOf({ api, eventId }: Stage, { id }: Guest): Promise<string> {
  const { token } = await api<{ token: string }>("POST", `/events/${eventId}/tokens`, { guest_id: id, notify: false });
  return token;
}
