CREATE TABLE rsvps (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  id TEXT NOT NULL,
  response TEXT NOT NULL CHECK (response IN ('attending', 'declined', 'maybe')),
  plus_ones INTEGER NOT NULL CHECK (plus_ones BETWEEN 0 AND 19),
  risk_score INTEGER CHECK (risk_score BETWEEN 0 AND 100),
  edit_count INTEGER NOT NULL DEFAULT 0 CHECK (edit_count BETWEEN 0 AND 5),
  user_agent TEXT NOT NULL, -- the part of the device that the edit gate compares
  fingerprint TEXT NOT NULL CHECK (json_valid(fingerprint)),
  submitted_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, guest_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What an RSVP said before each edit; revision n is the state that edit n + 1 replaced.
CREATE TABLE rsvp_revisions (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision BETWEEN 0 AND 4),
  response TEXT NOT NULL CHECK (response IN ('attending', 'declined', 'maybe')),
  plus_ones INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, -- when this state began
  replaced_at INTEGER NOT NULL, -- when the edit ended it
  PRIMARY KEY (event_id, guest_id, revision),
  FOREIGN KEY (event_id, guest_id) REFERENCES rsvps (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The event's activity reads answers and edits newest first.
CREATE INDEX rsvps_submitted ON rsvps (event_id, submitted_at);
CREATE INDEX rsvp_revisions_replaced ON rsvp_revisions (event_id, replaced_at);
