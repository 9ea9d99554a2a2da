import { api } from "../../api/client.ts";
import { noticeEndedSession } from "../../api/session.ts";
import { createStore, useStore } from "../../store.ts";
import { refreshGuests } from "../guests/queries.ts";
import { isComplete, type Result } from "./outcome.ts";

/** Guests of one request: few enough that the progress moves, and that a refusal stops early. */
const CHUNK = 100;

/** `invite` mails those who were not mailed yet, `again` mails a link once more, `links` mails nobody. */
export type Mode = "invite" | "again" | "links";

export interface Recipient {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
}

/** Invitations on their way out of this tab. It goes on while other screens are shown. */
export interface Sending {
  mode: Mode;
  total: number;
  results: Result[];
  isRunning: boolean;
  /** Why it stopped; those who are left can be tried again. */
  error: unknown;
  left: Recipient[];
}

/** By event. */
const sendings = createStore<ReadonlyMap<string, Sending>>(new Map());

function set(eventId: string, sending: Sending): void {
  sendings.set(new Map(sendings.get()).set(eventId, sending));
}

/** What is being sent for an event, or was sent last; null before that. */
export function useSending(eventId: string): Sending | null {
  return useStore(sendings).get(eventId) ?? null;
}

export function forgetSending(eventId: string): void {
  sendings.set(new Map([...sendings.get()].filter(([id]) => id !== eventId)));
}

/** Sends to guests, one request after another. */
export function startSending(eventId: string, mode: Mode, guests: Recipient[]): Promise<void> {
  return run(eventId, { mode, total: guests.length, results: [], isRunning: true, error: null, left: guests });
}

/** Goes on with those who are left after a refusal. @param mode another one, such as links alone */
export function continueSending(eventId: string, mode?: Mode): Promise<void> {
  const stopped = sendings.get().get(eventId);
  if (stopped === undefined || stopped.isRunning) return Promise.resolve();
  return run(eventId, { ...stopped, mode: mode ?? stopped.mode, isRunning: true, error: null });
}

async function run(eventId: string, started: Sending): Promise<void> {
  let sending = started;
  set(eventId, sending);
  addEventListener("beforeunload", askBeforeLeaving);
  try {
    while (sending.left.length > 0) {
      const part = sending.left.slice(0, sending.mode === "again" ? 1 : CHUNK);
      const results = await (sending.mode === "again" ? mailAgain(eventId, part) : issue(eventId, sending.mode, part));
      sending = { ...sending, results: [...sending.results, ...results], left: sending.left.slice(part.length) };
      set(eventId, sending);
    }
    set(eventId, { ...sending, isRunning: false });
  } catch (error) {
    noticeEndedSession(error);
    set(eventId, { ...sending, isRunning: false, error });
  } finally {
    removeEventListener("beforeunload", askBeforeLeaving);
    void refreshGuests(eventId);
  }
}

/** Those who are left would have to be sent to once more. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function issue(eventId: string, mode: Mode, part: Recipient[]): Promise<Result[]> {
  const { data } = await api.POST("/events/{eventId}/guests/invitations/bulk", {
    params: { path: { eventId } },
    body: { guest_ids: part.map(({ id }) => id), notify: mode === "invite", utm_source: null },
  });
  return data.items.filter(isComplete);
}

async function mailAgain(eventId: string, part: Recipient[]): Promise<Result[]> {
  const issued = part.map(async ({ id, name, email, phone }) => {
    const { data } = await api.POST("/events/{eventId}/tokens", {
      params: { path: { eventId } },
      body: { guest_id: id, notify: true, utm_source: null },
    });
    const { link = "", notified, reason, notify_after } = data;
    return { guest_id: id, name, email, phone, link, notified, reason, notify_after };
  });
  return Promise.all(issued);
}
