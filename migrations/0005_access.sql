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
