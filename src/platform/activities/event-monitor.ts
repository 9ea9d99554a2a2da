import { DurableObject } from "cloudflare:workers";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { log } from "../../kernel/log.ts";
import { ActivityLog, type FrameFilter, type StoredActivity } from "./activity-log.ts";
import type { LiveActivity } from "./live-event.ts";
import { WebhookSignal } from "./webhook-signal.ts";

/**
 * Activities that a reconnected monitor gets again: the newest ones. A client that missed more finds a gap in their
 * numbers, and reads the others in pages.
 */
export const MAX_REPLAYED = 500;
/** Messages of one socket per minute, not counting pings. Monitors only listen. */
const MAX_MESSAGES = 30;
/** JSON pings of one socket per minute. The runtime answers the text `ping`, and such pings are not counted. */
const MAX_PINGS = 600;
const MAX_MESSAGE_BYTES = 1_024;

/** Time for which activity messages about an erased guest are rejected. No queue holds a message for longer. */
const ERASED_GUEST_TTL_MS = 14 * DAY_MS;

/** Time for which tickets of an ended session are rejected: many times a ticket's lifetime. */
const ENDED_SESSION_TTL_MS = HOUR_MS;

/** Activities that become deliveries in one go. */
const BACKLOG = 500;

/** RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;

/** Sockets of one member on one event. */
const MAX_SOCKETS = 10;
const TOO_MANY_SOCKETS = `a newer socket is open: ${MAX_SOCKETS} at most`;

type WebhooksDeliver = Extract<BusMessage, { type: "webhooks.deliver" }>;

/** The attachment of a socket, which survives hibernation. */
interface SocketState {
  userId: string;
  sessionId: string;
  /** Epoch milliseconds. */
  openedAt: number;
  /** Messages since `since`, in epoch milliseconds; pings are counted separately. */
  since: number;
  messages: number;
  pings: number;
}

/**
 * The live monitor of one event. Numbers its activities, stores them, broadcasts them to its hibernating WebSockets,
 * and has them delivered to webhook endpoints. A monitor that reconnects gets the newest activities after the last
 * number that it has seen.
 */
export class EventMonitor extends DurableObject {
  readonly #log: ActivityLog;
  readonly #webhooks: WebhookSignal;
  /** Guests who were erased recently: late frames about them are dropped. */
  readonly #erasedGuests: Set<string>;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    context.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS used_tickets (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS ended_sessions (id TEXT PRIMARY KEY, at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS erased_guests (id TEXT PRIMARY KEY, at INTEGER NOT NULL);
    `);
    const erased = context.storage.sql.exec<{ id: string }>("SELECT id FROM erased_guests").toArray();
    this.#erasedGuests = new Set(erased.map(({ id }) => id));
    this.#log = new ActivityLog(context.storage.sql);
    this.#webhooks = new WebhookSignal({
      storage: context.storage,
      last: () => this.#log.last,
      now: () => Date.now(),
      send: async (eventId) => {
        const message: WebhooksDeliver = {
          type: "webhooks.deliver",
          id: newId(Date.now()),
          body: { event_id: eventId },
        };
        await env.WEBHOOKS_QUEUE.send(message, { contentType: "json" });
      },
    });
    // The runtime answers, without waking the object.
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Numbers and stores events that are not stored yet, and sends them to every socket. Idempotent. */
  publish(eventId: string, ...events: LiveActivity[]): void {
    const allowed = events.filter((event) => !("guest" in event && this.#erasedGuests.has(event.guest.id)));
    const before = this.#log.last;
    const frames = this.#log.append(eventId, allowed, Date.now());
    if (frames.length === 0) return;
    const sockets = this.ctx.getWebSockets();
    for (const frame of frames) for (const socket of sockets) trySend(socket, frame);
    this.#inBackground(this.#webhooks.stored(eventId, before));
  }

  /** The stored activities after a number, in order. */
  activitiesAfter(sequence: number, limit: number): StoredActivity[] {
    return this.#log.after(sequence, limit);
  }

  /** The numbers of activities by their keys. */
  sequencesOf(keys: readonly string[]): Map<string, number> {
    return this.#log.sequencesOf(keys);
  }

  /** Frames by their numbers, as JSON. */
  framesOf(sequences: readonly number[]): Map<number, string> {
    return this.#log.framesOf(sequences);
  }

  /** Returns the oldest activities without stored deliveries. Leaves out the frames. */
  webhookBacklog(): Omit<StoredActivity, "frame">[] {
    this.#webhooks.reading();
    return this.#log.after(this.#webhooks.acknowledged, BACKLOG).map(({ frame: _, ...activity }) => activity);
  }

  /** The deliveries of the activities up to a number are stored. @param isQuiet whether no endpoint wants any */
  async acknowledgeWebhooks(upTo: number, isQuiet: boolean): Promise<void> {
    await this.#webhooks.acknowledge(upTo, isQuiet);
  }

  /** An endpoint is new, or wants something else. */
  async wakeWebhooks(): Promise<void> {
    await this.#webhooks.wake();
  }

  override async alarm(): Promise<void> {
    await this.#webhooks.alarm();
  }

  /** Erases the stored activities of a guest, those older than a time, or all. Their numbers are not used again. */
  eraseFrames(filter: FrameFilter): void {
    this.#log.erase(filter);
    if (!("guestId" in filter)) return;
    const { sql } = this.ctx.storage;
    const now = Date.now();
    sql.exec("DELETE FROM erased_guests WHERE at < ?", now - ERASED_GUEST_TTL_MS);
    sql.exec("INSERT INTO erased_guests (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", filter.guestId, now);
    this.#erasedGuests.add(filter.guestId);
  }

  /** Closes the sockets of one user, or all where `userId` is null. */
  disconnect(userId: string | null): void {
    for (const socket of this.ctx.getWebSockets(userId ?? undefined))
      socket.close(POLICY_VIOLATION, "no role any more");
  }

  /** Closes the sockets of one session, and rejects tickets of it that were verified a moment ago. */
  disconnectSession(sessionId: string): void {
    const { sql } = this.ctx.storage;
    const now = Date.now();
    sql.exec("DELETE FROM ended_sessions WHERE at < ?", now - ENDED_SESSION_TTL_MS);
    sql.exec("INSERT INTO ended_sessions (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", sessionId, now);
    for (const socket of this.ctx.getWebSockets(sessionTag(sessionId)))
      socket.close(POLICY_VIOLATION, "the session has ended");
  }

  /**
   * Opens a socket. The route has verified the ticket. This object rejects a used ticket, and a ticket whose session
   * has ended since the verification.
   */
  override async fetch(request: Request): Promise<Response> {
    const ticket = request.headers.get(LIVE_HEADERS.ticket) ?? "";
    const expiresAt = Number(request.headers.get(LIVE_HEADERS.ticketExpires));
    const sessionId = request.headers.get(LIVE_HEADERS.session) ?? "";
    if (!this.#useTicket(ticket, expiresAt) || this.#hasEnded(sessionId)) return new Response(null, { status: 401 });
    const userId = request.headers.get(LIVE_HEADERS.user) ?? "";
    const { 0: client, 1: server } = new WebSocketPair();
    this.#makeRoom(userId);
    this.ctx.acceptWebSocket(server, [userId, sessionTag(sessionId)]);
    const now = Date.now();
    const state: SocketState = { userId, sessionId, openedAt: now, since: now, messages: 0, pings: 0 };
    server.serializeAttachment(state);
    const after = new URL(request.url).searchParams.get("after");
    if (after !== null) this.#replay(server, Number(after));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const state = socket.deserializeAttachment() as SocketState;
    const size = typeof message === "string" ? message.length : message.byteLength;
    const isPing = size <= MAX_MESSAGE_BYTES && isJsonPing(message);
    const counted = countMessage(state, isPing, Date.now());
    if (size > MAX_MESSAGE_BYTES || counted.messages > MAX_MESSAGES || counted.pings > MAX_PINGS) {
      socket.close(POLICY_VIOLATION, "a monitor only listens");
      return;
    }
    socket.serializeAttachment(counted);
    if (isPing) trySend(socket, PONG);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // A hibernating socket must be closed explicitly; 1005 and 1006 cannot be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /**
   * Closes the oldest sockets of a user, so that one more may open. The newest one counts: a phone that changes its
   * network leaves sockets that nobody reads.
   */
  #makeRoom(userId: string): void {
    const open = this.ctx.getWebSockets(userId).filter(({ readyState }) => readyState === WebSocket.OPEN);
    const openedAt = (socket: WebSocket) => (socket.deserializeAttachment() as SocketState).openedAt;
    const oldestFirst = open.toSorted((one, other) => openedAt(one) - openedAt(other));
    for (const socket of oldestFirst.slice(0, Math.max(0, open.length - MAX_SOCKETS + 1))) {
      socket.close(POLICY_VIOLATION, TOO_MANY_SOCKETS);
    }
  }

  #hasEnded(sessionId: string): boolean {
    const found = this.ctx.storage.sql.exec("SELECT 1 FROM ended_sessions WHERE id = ?", sessionId);
    return found.toArray().length > 0;
  }

  #useTicket(ticket: string, expiresAt: number): boolean {
    const { sql } = this.ctx.storage;
    sql.exec("DELETE FROM used_tickets WHERE expires_at < ?", Date.now());
    const used = sql.exec(
      "INSERT INTO used_tickets (id, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id",
      ticket,
      expiresAt,
    );
    return used.toArray().length === 1;
  }

  /** Sends the newest stored frames after a number. Synchronous, so that no new frame comes in between. */
  #replay(socket: WebSocket, after: number): void {
    const from = Math.max(after, this.#log.last - MAX_REPLAYED);
    for (const { frame } of this.#log.after(from, MAX_REPLAYED)) trySend(socket, frame);
  }

  /** Work that no caller awaits. The alarm repeats it after a failure. */
  #inBackground(work: Promise<void>): void {
    this.ctx.waitUntil(work.catch((error: unknown) => log("warn", "webhook_signal_failed", {}, error)));
  }
}

/** The answer to a JSON ping. */
const PONG = JSON.stringify({ type: "pong" });

/** True for `{"type":"ping"}` with any other fields, for clients that send only JSON. */
function isJsonPing(message: string | ArrayBuffer): boolean {
  try {
    const value: unknown = JSON.parse(typeof message === "string" ? message : new TextDecoder().decode(message));
    return typeof value === "object" && value !== null && "type" in value && value.type === "ping";
  } catch {
    return false;
  }
}

/** Counts one message of a socket, from zero in each minute. */
function countMessage(state: SocketState, isPing: boolean, now: number): SocketState {
  const { since, messages, pings } = now - state.since < MINUTE_MS ? state : { since: now, messages: 0, pings: 0 };
  return { ...state, since, messages: messages + (isPing ? 0 : 1), pings: pings + (isPing ? 1 : 0) };
}

/** The tag of a session's sockets. */
function sessionTag(sessionId: string): string {
  return `session:${sessionId}`;
}

/** Sends unless the socket is closing. */
function trySend(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    // `send` throws on a closing socket; the monitor requests this frame when it reconnects.
  }
}

/** Headers from the route to the object: the verified ticket. Clients cannot reach the object. */
export const LIVE_HEADERS = {
  user: "x-usher-user",
  session: "x-usher-session",
  ticket: "x-usher-ticket",
  ticketExpires: "x-usher-ticket-expires",
};
