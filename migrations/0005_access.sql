-- The primary key leads with the guest, because a guest who is deleted takes these rows along, and SQLite finds them by
-- the primary key's first columns whatever other index there is.
CREATE TABLE access_logs (
  event_id TEXT NOT NULL,
  id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'rsvp', 'edit')),
  at INTEGER NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  referrer TEXT,
  fingerprint TEXT NOT NULL CHECK (json_valid(fingerprint)),
  score INTEGER CHECK (score BETWEEN 0 AND 100),
  risk TEXT CHECK (risk IN ('low', 'medium', 'high', 'block')),
  reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
  evidence TEXT CHECK (json_valid(evidence)),
  automated INTEGER NOT NULL DEFAULT 0 CHECK (automated IN (0, 1)),
  scored_at INTEGER,
  geo_country TEXT,
  geo_city TEXT,
  geo_lat REAL CHECK (geo_lat BETWEEN -90 AND 90),
  geo_lon REAL CHECK (geo_lon BETWEEN -180 AND 180),
  PRIMARY KEY (event_id, guest_id, id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK ((score IS NULL) = (risk IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX access_logs_id ON access_logs (event_id, id);
-- Partial, so that the insert on the guest's way, which has no band yet, does not pay for it.
CREATE INDEX access_logs_risk ON access_logs (event_id, risk, id) WHERE risk IS NOT NULL;

-- Accesses that are too old to be kept, as counts: nobody is in them.
CREATE TABLE access_log_counts (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  day INTEGER NOT NULL, -- since the epoch, in UTC
  kind TEXT NOT NULL CHECK (kind IN ('access', 'rsvp', 'edit')),
  automated INTEGER NOT NULL CHECK (automated IN (0, 1)),
  risk TEXT NOT NULL CHECK (risk IN ('unscored', 'low', 'medium', 'high', 'block')),
  score INTEGER NOT NULL CHECK (score BETWEEN -1 AND 100), -- -1: none was given
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (event_id, day, kind, automated, risk, score)
) STRICT, WITHOUT ROWID;

-- How far the search for old accesses has come: one row, moved on by each alarm of the Scheduler.
CREATE TABLE thinning_rounds (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  after_event TEXT NOT NULL, -- the last event that was looked at; empty: no round is under way
  finished_at INTEGER NOT NULL -- when the last whole round was over
) STRICT;

INSERT INTO thinning_rounds (id, after_event, finished_at) VALUES (1, '', 0);

CREATE TABLE fraud_feedback (
  access_log_id TEXT PRIMARY KEY NOT NULL,
  event_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('legitimate', 'suspicious')),
  note TEXT,
  marked_by TEXT NOT NULL REFERENCES users (id),
  marked_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, access_log_id) REFERENCES access_logs (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX fraud_feedback_event ON fraud_feedback (event_id, marked_at);
