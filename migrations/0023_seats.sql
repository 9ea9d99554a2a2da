-- What a guest answers for the party, and the seats that the answer has.

ALTER TABLE rsvps ADD COLUMN companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions)); -- [{name, attending, answers}]
ALTER TABLE rsvps ADD COLUMN answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers)); -- {question id: value}
ALTER TABLE rsvps ADD COLUMN answered_by TEXT NOT NULL DEFAULT 'guest' CHECK (answered_by IN ('guest', 'host'));
ALTER TABLE rsvps ADD COLUMN heads INTEGER NOT NULL DEFAULT 0 CHECK (heads BETWEEN 0 AND 20); -- of an attending answer: the guest and who comes along
ALTER TABLE rsvps ADD COLUMN seat TEXT CHECK (seat IN ('confirmed', 'waitlisted', 'offered')); -- empty: not attending, or an offer ran out
ALTER TABLE rsvps ADD COLUMN waitlisted_at INTEGER; -- since when the party waits: its place in the order
ALTER TABLE rsvps ADD COLUMN offer_expires_at INTEGER;

ALTER TABLE rsvp_revisions ADD COLUMN companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions));
ALTER TABLE rsvp_revisions ADD COLUMN answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers));
ALTER TABLE rsvp_revisions ADD COLUMN answered_by TEXT NOT NULL DEFAULT 'guest' CHECK (answered_by IN ('guest', 'host'));
ALTER TABLE rsvp_revisions ADD COLUMN seat TEXT CHECK (seat IN ('confirmed', 'waitlisted', 'offered'));

UPDATE rsvps SET heads = 1 + plus_ones, seat = 'confirmed' WHERE response = 'attending';

-- Who waits, by party size and then by time: the longest-waiting party that fits is found without a look at the others.
CREATE INDEX rsvps_waitlist ON rsvps (event_id, heads, waitlisted_at) WHERE seat = 'waitlisted';
CREATE INDEX rsvps_offers ON rsvps (offer_expires_at) WHERE seat = 'offered';

-- The heads that confirmed and offered seats hold. Triggers keep it, so that no way of writing or deleting an answer is
-- left out, and a full event is seen by one row instead of by a count over all answers.
CREATE TABLE event_seats (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  held INTEGER NOT NULL CHECK (held >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO event_seats (event_id, held)
  SELECT event_id, sum(heads) FROM rsvps WHERE seat IN ('confirmed', 'offered') GROUP BY event_id;

CREATE TRIGGER rsvps_seat_taken AFTER INSERT ON rsvps WHEN new.seat IN ('confirmed', 'offered')
BEGIN
  INSERT INTO event_seats (event_id, held) VALUES (new.event_id, new.heads)
    ON CONFLICT (event_id) DO UPDATE SET held = held + excluded.held;
END;

CREATE TRIGGER rsvps_seat_changed AFTER UPDATE OF seat, heads ON rsvps
  WHEN iif(old.seat IN ('confirmed', 'offered'), old.heads, 0) <> iif(new.seat IN ('confirmed', 'offered'), new.heads, 0)
BEGIN
  INSERT INTO event_seats (event_id, held) VALUES (new.event_id, new.heads)
    ON CONFLICT (event_id) DO UPDATE SET held = held
      + iif(new.seat IN ('confirmed', 'offered'), new.heads, 0) - iif(old.seat IN ('confirmed', 'offered'), old.heads, 0);
END;

CREATE TRIGGER rsvps_seat_freed AFTER DELETE ON rsvps WHEN old.seat IN ('confirmed', 'offered')
BEGIN
  UPDATE event_seats SET held = held - old.heads WHERE event_id = old.event_id;
END;
