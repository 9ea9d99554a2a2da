import { DurableObject } from "cloudflare:workers";
import { DAY_MS } from "../../kernel/clock.ts";
import type { LiveEvent, LiveFrame } from "./live-event.ts";
import { LIVE_HEADERS } from "./live-headers.ts";

/** Frames kept for monitors that come back: an evening's worth of a large event. */
const KEPT_FRAMES = 5_000;
/** Old frames are dropped this many at a time, not one with each new one. */
const DROP_EVERY = 500;
/** Frames sent at once to a monitor that comes back. */
const REPLAY_BATCH = 500;
/** A monitor has nothing to say; this much is a client that pings, more is a flood. */
const MAX_MESSAGES = 30;
const MAX_MESSAGE_BYTES = 1_024;

/** What is under way about a guest who was erased has arrived by then: no queue keeps a message for longer. */
const ERASED_KEPT_MS = 14 * DAY_MS;

/** RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;

/** What a monitor can forget. `before`: RFC 3339. */
export type Forgettable = { guestId: string } | { before: string } | { everything: true };

/** What a socket remembers while the object sleeps. */
interface Watcher {
  userId: string;
  messages: number;
}

/**
 * Everybody who watches one event. The sockets hibernate: the object sleeps between frames and loses nobody. Frames are
 * numbered and kept, so that a monitor whose connection broke asks for what came after the last one that it saw.
 */
export class EventMonitor extends DurableObject {
  /** The newest frame's number: known once it was looked up, for nobody else writes. */
  #lastSeq: number | null = null;
  /** Guests who were erased lately: what is told of them late is told to nobody. */
  readonly #erased: Set<string>;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    context.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS frames (seq INTEGER PRIMARY KEY AUTOINCREMENT, frame TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS used_tickets (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS erased_guests (id TEXT PRIMARY KEY, at INTEGER NOT NULL);
    `);
    const erased = context.storage.sql.exec<{ id: string }>("SELECT id FROM erased_guests").toArray();
    this.#erased = new Set(erased.map(({ id }) => id));
    // Answered by the runtime, without waking the object.
    context.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
  }

  /** Numbers events, keeps them, and sends them to every socket. */
  publish(eventId: string, ...events: LiveEvent[]): void {
    const told = events.filter(({ guest }) => !this.#erased.has(guest.id));
    if (told.length === 0) return;
    const frames = this.#keep(eventId, told);
    const sockets = this.ctx.getWebSockets();
    for (const frame of frames) for (const socket of sockets) trySend(socket, frame);
  }

  /**
   * Empties the frames that are kept of a guest, of the time before a moment, or all of them. The rows stay, so that no
   * number is given a second time.
   */
  forget(what: Forgettable): void {
    const { sql } = this.ctx.storage;
    if ("guestId" in what) {
      sql.exec("UPDATE frames SET frame = '' WHERE instr(frame, ?) > 0", what.guestId);
      const now = Date.now();
      sql.exec("DELETE FROM erased_guests WHERE at < ?", now - ERASED_KEPT_MS);
      sql.exec("INSERT INTO erased_guests (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING", what.guestId, now);
      this.#erased.add(what.guestId);
    } else if ("before" in what) {
      sql.exec("UPDATE frames SET frame = '' WHERE frame <> '' AND frame ->> '$.at' < ?", what.before);
    } else {
      sql.exec("UPDATE frames SET frame = ''");
    }
  }

  /** Closes the sockets of one user, or all of them. */
  disconnect(userId: string | null): void {
    for (const socket of this.ctx.getWebSockets(userId ?? undefined))
      socket.close(POLICY_VIOLATION, "no role any more");
  }

  /** Takes a monitor in. The route has opened the ticket; that it is used once is held here, by the one thread. */
  override async fetch(request: Request): Promise<Response> {
    const ticket = request.headers.get(LIVE_HEADERS.ticket) ?? "";
    const expiresAt = Number(request.headers.get(LIVE_HEADERS.ticketExpires));
    if (!this.#useTicket(ticket, expiresAt)) return new Response(null, { status: 401 });
    const userId = request.headers.get(LIVE_HEADERS.user) ?? "";
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [userId]);
    server.serializeAttachment({ userId, messages: 0 } satisfies Watcher);
    const after = new URL(request.url).searchParams.get("after");
    if (after !== null) this.#replay(server, Number(after));
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const watcher = socket.deserializeAttachment() as Watcher;
    const size = typeof message === "string" ? message.length : message.byteLength;
    if (size > MAX_MESSAGE_BYTES || watcher.messages >= MAX_MESSAGES) {
      socket.close(POLICY_VIOLATION, "a monitor only listens");
      return;
    }
    socket.serializeAttachment({ ...watcher, messages: watcher.messages + 1 });
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // Hibernation leaves the closing handshake to us; 1005 and 1006 are never sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** Makes frames of events, numbered from the last one on, and keeps them with one statement. */
  #keep(eventId: string, events: readonly LiveEvent[]): string[] {
    const { sql } = this.ctx.storage;
    this.#lastSeq ??= sql.exec<{ seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM frames").one().seq;
    const first = this.#lastSeq + 1;
    const frames = events.map((event, index) =>
      JSON.stringify({ ...event, event_id: eventId, seq: first + index } satisfies LiveFrame),
    );
    sql.exec("INSERT INTO frames (seq, frame) SELECT ? + key, value FROM json_each(?)", first, JSON.stringify(frames));
    const last = this.#lastSeq + frames.length;
    const isDue = Math.floor(last / DROP_EVERY) > Math.floor(this.#lastSeq / DROP_EVERY);
    this.#lastSeq = last;
    if (isDue) sql.exec("DELETE FROM frames WHERE seq <= ?", last - KEPT_FRAMES);
    return frames;
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

  /** Everything after a frame, before anything new: sends go out in the order in which they are made. */
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

/** A socket that is closing throws; its close event tells the rest. */
function trySend(socket: WebSocket, frame: string): void {
  try {
    socket.send(frame);
  } catch {
    // It will ask for this frame when it is back.
  }
}
