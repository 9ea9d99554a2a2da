-- A host may change an answer, too: lowering a party lowers its plus-ones. Such a change is a revision, but none of the
-- guest's five edits, so a revision's number is no longer the number of edits.
ALTER TABLE rsvps ADD COLUMN host_change_count INTEGER NOT NULL DEFAULT 0 CHECK (host_change_count >= 0);
-- The most plus-ones since the host changed the party after the answer; empty when that never happened. An edit is judged
-- by it in its write without a look at the guest's row.
ALTER TABLE rsvps ADD COLUMN max_plus_ones INTEGER CHECK (max_plus_ones BETWEEN 0 AND 19);

CREATE TABLE new_rsvp_revisions (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 0),
  response TEXT NOT NULL CHECK (response IN ('attending', 'declined', 'maybe')),
  plus_ones INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, -- when this state began
  replaced_at INTEGER NOT NULL, -- when it was replaced
  edit_count INTEGER NOT NULL DEFAULT 0, -- the guest's edits up to this state
  replaced_by TEXT NOT NULL DEFAULT 'guest' CHECK (replaced_by IN ('guest', 'host')),
  PRIMARY KEY (event_id, guest_id, revision),
  FOREIGN KEY (event_id, guest_id) REFERENCES rsvps (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_rsvp_revisions
  SELECT event_id, guest_id, revision, response, plus_ones, recorded_at, replaced_at, revision, 'guest'
  FROM rsvp_revisions;

DROP TABLE rsvp_revisions;
ALTER TABLE new_rsvp_revisions RENAME TO rsvp_revisions;

CREATE INDEX rsvp_revisions_replaced ON rsvp_revisions (event_id, replaced_at);
