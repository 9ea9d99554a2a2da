-- Who was offered a seat, and what an answer's seat costs to check.

-- SQLite builds a table for a list of three or more, and D1 bills its rows; comparisons cost nothing. A check
-- cannot be altered, so that the column, and the table of revisions, are made again.
DROP TRIGGER rsvps_seat_taken;
DROP TRIGGER rsvps_seat_changed;
DROP TRIGGER rsvps_seat_freed;
DROP INDEX rsvps_waitlist;
DROP INDEX rsvps_offers;

ALTER TABLE rsvps RENAME COLUMN seat TO seat_before;
ALTER TABLE rsvps ADD COLUMN seat TEXT CHECK (seat = 'confirmed' OR seat = 'waitlisted' OR seat = 'offered'); -- empty: not attending, or an offer ran out
UPDATE rsvps SET seat = seat_before WHERE seat_before IS NOT NULL;
ALTER TABLE rsvps DROP COLUMN seat_before;

CREATE TABLE new_rsvp_revisions (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 0),
  response TEXT NOT NULL CHECK (response = 'attending' OR response = 'declined' OR response = 'maybe'),
  plus_ones INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, -- when this state began
  replaced_at INTEGER NOT NULL, -- when it was replaced
  edit_count INTEGER NOT NULL DEFAULT 0, -- the guest's edits up to this state
  replaced_by TEXT NOT NULL DEFAULT 'guest' CHECK (replaced_by IN ('guest', 'host')),
  companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions)), -- [{name, attending, answers}]
  answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers)), -- {question id: value}
  answered_by TEXT NOT NULL DEFAULT 'guest' CHECK (answered_by IN ('guest', 'host')),
  seat TEXT CHECK (seat = 'confirmed' OR seat = 'waitlisted' OR seat = 'offered'),
  PRIMARY KEY (event_id, guest_id, revision),
  FOREIGN KEY (event_id, guest_id) REFERENCES rsvps (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_rsvp_revisions
  SELECT event_id, guest_id, revision, response, plus_ones, recorded_at, replaced_at, edit_count, replaced_by, companions,
    answers, answered_by, seat
  FROM rsvp_revisions;

DROP TABLE rsvp_revisions;
ALTER TABLE new_rsvp_revisions RENAME TO rsvp_revisions;

CREATE INDEX rsvp_revisions_replaced ON rsvp_revisions (event_id, replaced_at);

-- By party size and then by time: the longest-waiting party that fits is found without a look at the others.
CREATE INDEX rsvps_waitlist ON rsvps (event_id, heads, waitlisted_at) WHERE seat = 'waitlisted';
-- By time alone: a party's place in the line, and the place of the next one.
CREATE INDEX rsvps_waiting ON rsvps (event_id, waitlisted_at) WHERE seat = 'waitlisted';
CREATE INDEX rsvps_offers ON rsvps (offer_expires_at) WHERE seat = 'offered';

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

-- Each offer of a seat to a waiting party. What became of it is in the answer and its revisions.
CREATE TABLE seat_offers (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  offered_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  heads INTEGER NOT NULL CHECK (heads BETWEEN 1 AND 20),
  offered_by TEXT REFERENCES users (id), -- the member who offered it out of turn; empty: it was the party's turn
  PRIMARY KEY (event_id, guest_id, offered_at),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_offers_offered ON seat_offers (event_id, offered_at);
