import type { SeatAction, SeatCall } from "../../testkit/seat-history.ts";

/** A change of an answer's seat, as triggers of the benchmark record it inside the transaction. */
export interface LoggedChange {
  seq: number;
  /** Epoch milliseconds. */
  at: number;
  guest: string;
  seat: "confirmed" | "waitlisted" | "offered" | null;
  heads: number;
  edits: number;
  seat_before: string | null;
  edits_before: number | null;
  /** People with a seat at this time, counted from the RSVPs. */
  held: number;
}

const HELD = `(select coalesce(sum(heads), 0) from rsvps
  where event_id = new.event_id and seat in ('confirmed', 'offered'))`;

/** The statements that record every change. */
export const SEAT_LOG = [
  `create table seat_log (seq integer primary key autoincrement, at real not null, guest text not null, seat text,
     heads integer not null, edits integer not null, seat_before text, edits_before integer, held integer not null)`,
  `create trigger log_answer after insert on rsvps begin
     insert into seat_log (at, guest, seat, heads, edits, held)
     values (unixepoch('subsec') * 1000, new.guest_id, new.seat, new.heads, new.edit_count, ${HELD}); end`,
  `create trigger log_change after update of seat, heads, edit_count on rsvps begin
     insert into seat_log (at, guest, seat, heads, edits, seat_before, edits_before, held)
     values (unixepoch('subsec') * 1000, new.guest_id, new.seat, new.heads, new.edit_count, old.seat, old.edit_count,
       ${HELD}); end`,
];

/** Cause of a change. */
function kindOf(change: LoggedChange): SeatAction["kind"] {
  if (change.edits_before === null) return "answer";
  if (change.edits > change.edits_before) return "edit";
  if (change.seat === "offered") return "offer";
  return change.seat === "confirmed" ? "accept" : "pass";
}

/**
 * The history to check: the guests' calls, each with the moment at which the database made its change as a hint, and the
 * offers of the service. A call that changed nothing has none; what only a lost request can have done is a hint for it.
 */
export function historyOf(calls: readonly SeatCall[], log: readonly LoggedChange[]): SeatCall[] {
  const offers = log
    .filter((change) => kindOf(change) === "offer")
    .map(
      ({ guest, heads, seq, at }): SeatCall => ({
        guest,
        action: { kind: "offer" },
        begin: 0,
        end: Number.POSITIVE_INFINITY,
        outcome: { seat: "offered", heads },
        hint: at + seq / 1e6,
      }),
    );
  const changes = Map.groupBy(log, (change) => `${kindOf(change)} ${change.guest}`);
  const hinted = [...Map.groupBy(calls, ({ guest, action }) => `${action.kind} ${guest}`)].flatMap(([key, ofKind]) =>
    withHints(ofKind, changes.get(key) ?? []),
  );
  return [...hinted, ...offers];
}

/** Assigns changes to the calls of one guest and kind, in order. Extra changes belong to calls whose response was lost. */
function withHints(calls: readonly SeatCall[], changes: readonly LoggedChange[]): SeatCall[] {
  const isEffective = ({ outcome }: SeatCall) => outcome !== null && !("refused" in outcome);
  let surplus = changes.length - calls.filter(isEffective).length;
  const next = changes.values();
  return calls.map((call) => {
    if (call.action.kind === "read") return call;
    const isLostButDone = call.outcome === null && surplus > 0;
    if (isLostButDone) surplus -= 1;
    if (!isLostButDone && !isEffective(call)) return call.outcome === null ? { ...call, hint: Infinity } : call;
    const change = next.next().value;
    return change === undefined ? call : { ...call, hint: change.at + change.seq / 1e6 };
  });
}
