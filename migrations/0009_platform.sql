CREATE TABLE feature_flags (
  key TEXT PRIMARY KEY NOT NULL,
  description TEXT NOT NULL,
  percentage INTEGER NOT NULL DEFAULT 100 CHECK (percentage BETWEEN 0 AND 100), -- of users for whom it is on
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO feature_flags (key, description, percentage, updated_at) VALUES
  ('branding', 'Hosts may change colours, font and images of an event', 100, 0),
  ('broadcasts', 'Hosts may write messages to their guests', 100, 0),
  ('scanner', 'Hosts may hand out scanner tickets for the door', 100, 0),
  ('risk_scoring', 'Accesses are sent to the scoring engine', 100, 0),
  ('live_monitor', 'Hosts may watch an event live', 100, 0),
  ('sms', 'Texts are sent', 100, 0);

CREATE TABLE audit_records (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  actor_id TEXT NOT NULL REFERENCES users (id),
  action TEXT NOT NULL,
  target TEXT,
  "before" TEXT CHECK (json_valid("before")),
  "after" TEXT CHECK (json_valid("after")),
  at INTEGER NOT NULL,
  PRIMARY KEY (event_id, id)
) STRICT, WITHOUT ROWID;

-- What requests with an Idempotency-Key came to, each written with the change that it made.
CREATE TABLE idempotency_keys (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key_hash TEXT NOT NULL, -- SHA-256 of the key
  request_hash TEXT NOT NULL, -- SHA-256 of what was asked for with it
  outcome TEXT NOT NULL CHECK (json_valid(outcome)), -- what the answer is made of; secrets are derived and not in it
  guest_id TEXT, -- the one guest whom the outcome is about; both are emptied when the guest is erased
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_guest ON idempotency_keys (guest_id) WHERE guest_id IS NOT NULL;

CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

CREATE TABLE uploads (
  file TEXT PRIMARY KEY NOT NULL, -- 32 hex digits and the ending
  user_id TEXT NOT NULL REFERENCES users (id),
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX uploads_user ON uploads (user_id);
