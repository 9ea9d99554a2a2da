import { newIds } from "../../kernel/ids.ts";
import { keyOf, type LiveActivity, type LiveFrame } from "./live-event.ts";

/** Stored activities of an event, for monitors that reconnect. Far more than a large event has. */
const MAX_ACTIVITIES = 100_000;
/** Old ones are deleted once for this many new ones. */
const DELETE_EVERY = 500;

/** Filter of the stored activities to erase. `before`: RFC 3339. */
export type FrameFilter = { guestId: string } | { before: string } | { all: true };

/** A stored activity. `frame` is the JSON of a `LiveFrame`. */
export interface StoredActivity {
  sequence: number;
  /** A UUID, which is the `webhook-id` of the activity for every endpoint. */
  id: string;
  type: string;
  /** Time at which it was numbered, epoch milliseconds. */
  storedAt: number;
  frame: string;
}

/**
 * The numbered activities of one event, in the storage of its monitor object, which is the only writer: that is what
 * makes the numbers free of gaps. An activity is stored once by its key, however often it is published.
 */
export class ActivityLog {
  readonly #sql: SqlStorage;
  #last: number | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS activities (
      sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      stored_at INTEGER NOT NULL, frame TEXT NOT NULL)`);
  }

  /** The newest number; 0 without one. */
  get last(): number {
    this.#last ??= this.#sql
      .exec<{ last: number }>("SELECT coalesce(max(sequence), 0) AS last FROM activities")
      .one().last;
    return this.#last;
  }

  /** Numbers and stores those activities that are not stored yet, in two statements. @returns their frames */
  append(eventId: string, events: readonly LiveActivity[], now: number): string[] {
    const byKey = new Map(events.map((event) => [keyOf(event), event] as const));
    const known = this.sequencesOf([...byKey.keys()]);
    const added = [...byKey].filter(([key]) => !known.has(key));
    if (added.length === 0) return [];
    const before = this.last;
    const ids = newIds(now, added.length);
    const rows = added.map(([key, event], index) => {
      const sequence = before + 1 + index;
      const frame = JSON.stringify({ ...event, event_id: eventId, sequence } satisfies LiveFrame);
      return { sequence, id: ids[index], key, type: event.type, frame };
    });
    this.#sql.exec(
      `INSERT INTO activities (sequence, id, key, type, stored_at, frame)
       SELECT value ->> 'sequence', value ->> 'id', value ->> 'key', value ->> 'type', ?, value ->> 'frame' FROM json_each(?)`,
      now,
      JSON.stringify(rows),
    );
    this.#last = before + rows.length;
    const isDue = Math.floor(this.#last / DELETE_EVERY) > Math.floor(before / DELETE_EVERY);
    if (isDue) this.#sql.exec("DELETE FROM activities WHERE sequence <= ?", this.#last - MAX_ACTIVITIES);
    return rows.map(({ frame }) => frame);
  }

  /** Returns the numbers of stored activities, by key. */
  sequencesOf(keys: readonly string[]): Map<string, number> {
    const found = this.#sql.exec<{ key: string; sequence: number }>(
      "SELECT key, sequence FROM activities WHERE key IN (SELECT value FROM json_each(?))",
      JSON.stringify(keys),
    );
    return new Map(found.toArray().map(({ key, sequence }) => [key, sequence]));
  }

  /** The activities after a number, in order. */
  after(sequence: number, limit: number): StoredActivity[] {
    const columns = "sequence, id, type, stored_at AS storedAt, frame";
    const query = `SELECT ${columns} FROM activities WHERE sequence > ? AND frame <> '' ORDER BY sequence LIMIT ?`;
    return this.#sql.exec<Stored>(query, sequence, limit).toArray();
  }

  /** Returns the stored activity messages of these numbers. Deleted ones are missing. */
  framesOf(sequences: readonly number[]): Map<number, string> {
    const found = this.#sql.exec<{ sequence: number; frame: string }>(
      "SELECT sequence, frame FROM activities WHERE sequence IN (SELECT value FROM json_each(?)) AND frame <> ''",
      JSON.stringify(sequences),
    );
    return new Map(found.toArray().map(({ sequence, frame }) => [sequence, frame]));
  }

  /**
   * Erases activities. All of them are emptied with their event. Otherwise an `activity.erased` replaces each, so that
   * a monitor that reconnects can tell it from a lost one. A `guest.deleted` is not erased with its guest, because
   * monitors that reconnect later have to receive it.
   */
  erase(filter: FrameFilter): void {
    if ("all" in filter) {
      this.#sql.exec("UPDATE activities SET frame = ''");
      return;
    }
    const [condition, value] =
      "guestId" in filter
        ? ["instr(frame, ?) > 0 AND type <> 'guest.deleted'", filter.guestId]
        : ["frame <> '' AND type <> 'activity.erased' AND frame ->> '$.at' < ?", filter.before];
    this.#sql.exec(
      `UPDATE activities SET type = 'activity.erased', frame = json_object('type', 'activity.erased', 'at', frame ->> '$.at',
         'event_id', frame ->> '$.event_id', 'sequence', sequence)
       WHERE ${condition}`,
      value,
    );
  }
}

/** A row in the type that `exec` requires. */
type Stored = { [Column in keyof StoredActivity]: StoredActivity[Column] };
