import { DurableObject } from "cloudflare:workers";
import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";
import type { LiveEvent, LiveFrame } from "./live-event.ts";
import { LIVE_HEADERS } from "./live-headers.ts";

/** Stored frames, for monitors that reconnect: more than a large event has in a day. */
const MAX_FRAMES = 5_000;
/** Old frames are deleted once for this many new ones. */
const DELETE_EVERY = 500;
/** Frames per read while a reconnected monitor catches up. */
const REPLAY_BATCH = 500;
/** Messages of one socket. Monitors send none; a proxy or client may send pings of its own. */
const MAX_MESSAGES = 30;
const MAX_MESSAGE_BYTES = 1_024;

/** How long frames about an erased guest are refused: no queue holds a message for longer. */
const ERASED_GUEST_TTL_MS = 14 * DAY_MS;

/** How long tickets of an ended session are refused: many times longer than a ticket is valid. */
const ENDED_SESSION_TTL_MS = HOUR_MS;

/** RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;

/** Which stored frames are erased. `before`: RFC 3339. */
export type FrameFilter = { guestId: string } | { before: string } | { all: true };

/** The attachment of a socket, which survives hibernation. */
interface SocketState {
  userId: string;
  /** Null for a ticket without a session: of the version before sessions had ids. */
  sessionId: string | null;
  messages: number;
}

/**
 * The live monitor of one event: broadcasts frames to its WebSockets, which hibernate between frames. Frames are numbered
 * and stored, so that a monitor that reconnects gets those after the last one it saw.
 */
export class EventMonitor extends DurableObject {
  /** The newest frame's number, null until it is read. Only this object writes frames. */
  #lastSeq: number | null = null;
  /** Guests who were erased recently: late frames about them are dropped. */
  readonly #erasedGuests: Set<string>;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    context.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS frames (seq INTEGER PRIMARY KEY AUTOINCREMENT, frame TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS used_tickets (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS ended_sessions (id TEXT PRIMARY KEY, at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS erased_guests (id TEXT PRIMARY KEY, at INTEGER NOT NULL);
    `);
    const erased = context.storage.sql.exec<{ id: string }>("SELECT id FROM erased_guests").toArray();
    this.#erasedGuests = new Set(erased.map(({ id }) => id));
    // The runtime answers, without waking the object.
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Numbers and stores events, and sends them to every socket. */
  publish(eventId: string, ...events: LiveEvent[]): void {
    const allowed = events.filter((event) => !("guest" in event && this.#erasedGuests.has(event.guest.id)));
    if (allowed.length === 0) return;
    const frames = this.#store(eventId, allowed);
    const sockets = this.ctx.getWebSockets();
    for (const frame of frames) for (const socket of sockets) trySend(socket, frame);
  }

  /** Empties the stored frames of a guest, from before a time, or all. The rows stay, so that no number is reused. */
  eraseFrames(filter: FrameFilter): void {
    const { sql } = this.ctx.storage;
    if ("guestId" in filter) {
      sql.exec("UPDATE frames SET frame = '' WHERE instr(frame, ?) > 0", filter.guestId);
      const now = Date.now();
      sql.exec("DELETE FROM erased_guests WHERE at < ?", now - ERASED_GUEST_TTL_MS);
      sql.exec("INSERT INTO erased_guests (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", filter.guestId, now);
      this.#erasedGuests.add(filter.guestId);
    } else if ("before" in filter) {
      sql.exec("UPDATE frames SET frame = '' WHERE frame <> '' AND frame ->> '$.at' < ?", filter.before);
    } else {
      sql.exec("UPDATE frames SET frame = ''");
    }
  }

  /** Closes the sockets of one user, or all where `userId` is null. */
  disconnect(userId: string | null): void {
    for (const socket of this.ctx.getWebSockets(userId ?? undefined))
      socket.close(POLICY_VIOLATION, "no role any more");
  }

  /** Closes the sockets of one session, and refuses tickets of it that were verified a moment ago. */
  disconnectSession(sessionId: string): void {
    const { sql } = this.ctx.storage;
    const now = Date.now();
    sql.exec("DELETE FROM ended_sessions WHERE at < ?", now - ENDED_SESSION_TTL_MS);
    sql.exec("INSERT INTO ended_sessions (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", sessionId, now);
    for (const socket of this.ctx.getWebSockets(sessionTag(sessionId)))
      socket.close(POLICY_VIOLATION, "the session has ended");
  }

  /**
   * Opens a socket. The route has verified the ticket; this object refuses one that was used before, and one whose session
   * has ended since it was verified.
   */
  override async fetch(request: Request): Promise<Response> {
    const ticket = request.headers.get(LIVE_HEADERS.ticket) ?? "";
    const expiresAt = Number(request.headers.get(LIVE_HEADERS.ticketExpires));
    const sessionId = request.headers.get(LIVE_HEADERS.session) || null;
    if (!this.#useTicket(ticket, expiresAt) || this.#hasEnded(sessionId)) return new Response(null, { status: 401 });
    const userId = request.headers.get(LIVE_HEADERS.user) ?? "";
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, sessionId === null ? [userId] : [userId, sessionTag(sessionId)]);
    server.serializeAttachment({ userId, sessionId, messages: 0 } satisfies SocketState);
    const after = new URL(request.url).searchParams.get("after");
    if (after !== null) this.#replay(server, Number(after));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const state = socket.deserializeAttachment() as SocketState;
    const size = typeof message === "string" ? message.length : message.byteLength;
    if (size > MAX_MESSAGE_BYTES || state.messages >= MAX_MESSAGES) {
      socket.close(POLICY_VIOLATION, "a monitor only listens");
      return;
    }
    socket.serializeAttachment({ ...state, messages: state.messages + 1 });
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // A hibernating socket must be closed explicitly; 1005 and 1006 cannot be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** Numbers events and stores them as frames with one statement. */
  #store(eventId: string, events: readonly LiveEvent[]): string[] {
    const { sql } = this.ctx.storage;
    this.#lastSeq ??= sql.exec<{ seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM frames").one().seq;
    const first = this.#lastSeq + 1;
    const frames = events.map((event, index) =>
      JSON.stringify({ ...event, event_id: eventId, seq: first + index } satisfies LiveFrame),
    );
    sql.exec("INSERT INTO frames (seq, frame) SELECT ? + key, value FROM json_each(?)", first, JSON.stringify(frames));
    const last = this.#lastSeq + frames.length;
    const isDue = Math.floor(last / DELETE_EVERY) > Math.floor(this.#lastSeq / DELETE_EVERY);
    this.#lastSeq = last;
    if (isDue) sql.exec("DELETE FROM frames WHERE seq <= ?", last - MAX_FRAMES);
    return frames;
  }

  #hasEnded(sessionId: string | null): boolean {
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

  /** Sends the stored frames after a number. Synchronous, so that no new frame comes in between. */
  #replay(socket: WebSocket, after: number): void {
    for (let last = after; ; ) {
      const rows = this.ctx.storage.sql
        .exec<{ seq: number; frame: string }>(
          "SELECT seq, frame FROM frames WHERE seq > ? ORDER BY seq LIMIT ?",
          last,
          REPLAY_BATCH,
        )
        .toArray();
      for (const row of rows) if (row.frame !== "") trySend(socket, row.frame);
      const newest = rows.at(-1);
      if (newest === undefined || rows.length < REPLAY_BATCH) return;
      last = newest.seq;
    }
  }
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
