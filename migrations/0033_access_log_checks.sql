-- SQLite builds a table for a list of three or more in a check, and D1 bills its rows: one for a value, all of them for none,
-- in every insert of an access. Comparisons cost nothing. A check cannot be altered, so that the table is made again; the
-- verdicts, which refer to it, before it, because dropping a table deletes what refers to its rows.
CREATE TABLE new_access_logs (
  event_id TEXT NOT NULL,
  id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'access' OR kind = 'rsvp' OR kind = 'edit'),
  at INTEGER NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  referrer TEXT,
  fingerprint TEXT NOT NULL CHECK (json_valid(fingerprint)),
  score INTEGER CHECK (score BETWEEN 0 AND 100),
  risk TEXT CHECK (risk = 'low' OR risk = 'medium' OR risk = 'high' OR risk = 'block'),
  reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
  evidence TEXT CHECK (json_valid(evidence)),
  automated INTEGER NOT NULL DEFAULT 0 CHECK (automated = 0 OR automated = 1),
  scored_at INTEGER,
  geo_country TEXT,
  geo_city TEXT,
  geo_lat REAL CHECK (geo_lat BETWEEN -90 AND 90),
  geo_lon REAL CHECK (geo_lon BETWEEN -180 AND 180),
  PRIMARY KEY (event_id, guest_id, id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK ((score IS NULL) = (risk IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO new_access_logs
  SELECT event_id, id, guest_id, token_id, kind, at, ip_address, user_agent, referrer, fingerprint, score, risk, reasons,
    evidence, automated, scored_at, geo_country, geo_city, geo_lat, geo_lon
  FROM access_logs;

DROP INDEX access_logs_id;
CREATE UNIQUE INDEX access_logs_id ON new_access_logs (event_id, id);

CREATE TABLE new_fraud_feedback (
  access_log_id TEXT PRIMARY KEY NOT NULL,
  event_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('legitimate', 'suspicious')),
  note TEXT,
  marked_by TEXT NOT NULL REFERENCES users (id),
  marked_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, access_log_id) REFERENCES new_access_logs (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_fraud_feedback SELECT access_log_id, event_id, verdict, note, marked_by, marked_at FROM fraud_feedback;

DROP TABLE fraud_feedback;
DROP TABLE access_logs;
-- Renames what refers to it, too.
ALTER TABLE new_access_logs RENAME TO access_logs;
ALTER TABLE new_fraud_feedback RENAME TO fraud_feedback;

-- Partial, so that the insert of an access that has no band yet does not pay for them.
CREATE INDEX access_logs_risk ON access_logs (event_id, risk, id) WHERE risk IS NOT NULL;
CREATE INDEX access_logs_blocked ON access_logs (token_id) WHERE risk = 'block' AND automated = 0;
CREATE INDEX fraud_feedback_event ON fraud_feedback (event_id, marked_at);
