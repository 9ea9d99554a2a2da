import type { Guest } from "@usher/client";
import { api } from "../../api/client.ts";
import { createStore, useStore } from "../../store.ts";
import { refreshGuests } from "../guests/queries.ts";
import { isComplete, type Result } from "./outcome.ts";

/** Guests per request: few enough that progress is visible and an error stops early. */
const CHUNK = 100;

/** `invite` emails guests without an earlier email, `again` emails a link again, `links` sends no email. */
type Mode = "invite" | "again" | "links";

type Recipient = Pick<Guest, "id" | "name" | "email" | "phone">;

/** Invitations that this tab is sending. Sending continues while other screens are shown. */
export interface Sending {
  mode: Mode;
  total: number;
  results: Result[];
  /** Number of guests without a link, whom the door added above the plan's guest limit. */
  overTier: number;
  isRunning: boolean;
  /** Why it stopped. The recipients in `left` can be retried. */
  error: unknown;
  left: Recipient[];
}

/** By event. */
const sendings = createStore<ReadonlyMap<string, Sending>>(new Map());

/** The current or last sending of an event, or null. */
export function useSending(eventId: string): Sending | null {
  return useStore(sendings).get(eventId) ?? null;
}

export function forgetSending(eventId: string): void {
  sendings.set(new Map([...sendings.get()].filter(([id]) => id !== eventId)));
}

export function startSending(eventId: string, mode: Mode, guests: Recipient[]): Promise<void> {
  return run(eventId, {
    mode,
    total: guests.length,
    results: [],
    overTier: 0,
    isRunning: true,
    error: null,
    left: guests,
  });
}

/** Continues with the recipients that an error left. @param mode another mode, such as `links` */
export function continueSending(eventId: string, mode?: Mode): Promise<void> {
  const stopped = sendings.get().get(eventId);
  if (stopped === undefined || stopped.isRunning) return Promise.resolve();
  return run(eventId, { ...stopped, mode: mode ?? stopped.mode, isRunning: true, error: null });
}

async function run(eventId: string, started: Sending): Promise<void> {
  let sending = started;
  const show = (shown: Sending) => sendings.set(new Map(sendings.get()).set(eventId, shown));
  show(sending);
  addEventListener("beforeunload", askBeforeLeaving);
  try {
    while (sending.left.length > 0) {
      const part = sending.left.slice(0, sending.mode === "again" ? 1 : CHUNK);
      const done = await (sending.mode === "again" ? mailAgain(eventId, part) : issue(eventId, sending.mode, part));
      sending = {
        ...sending,
        results: [...sending.results, ...done.results],
        overTier: sending.overTier + done.overTier,
        left: sending.left.slice(part.length),
      };
      show(sending);
    }
    show({ ...sending, isRunning: false });
  } catch (error) {
    show({ ...sending, isRunning: false, error });
  } finally {
    removeEventListener("beforeunload", askBeforeLeaving);
    void refreshGuests(eventId);
  }
}

/** Leaving would stop the sending. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

type Done = Pick<Sending, "results" | "overTier">;

async function issue(eventId: string, mode: Mode, part: Recipient[]): Promise<Done> {
  const { data } = await api.POST("/events/{eventId}/guests/invitations/bulk", {
    params: { path: { eventId } },
    body: { guest_ids: part.map(({ id }) => id), notify: mode === "invite", utm_source: null },
  });
  return { results: data.items.filter(isComplete), overTier: data.over_tier.length };
}

async function mailAgain(eventId: string, part: Recipient[]): Promise<Done> {
  const issued = part.map(async ({ id, name, email, phone }) => {
    const { data } = await api.POST("/events/{eventId}/tokens", {
      params: { path: { eventId } },
      body: { guest_id: id, notify: true, utm_source: null },
    });
    const { link = "", notified, reason, notify_after } = data;
    return { guest_id: id, name, email, phone, link, notified, reason, notify_after };
  });
  return { results: await Promise.all(issued), overTier: 0 };
}
