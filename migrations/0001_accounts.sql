-- People who host, and what proves that a request is theirs.
-- Times are epoch milliseconds in UTC. Ids are UUID v7 in text form, so that a primary key is also the order of arrival.

CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  email TEXT,
  email_key TEXT, -- the address in lower case: what uniqueness and look-ups compare
  name TEXT NOT NULL,
  password_hash TEXT, -- PHC string
  email_verified INTEGER NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
  failed_logins INTEGER NOT NULL DEFAULT 0 CHECK (failed_logins >= 0),
  locked_at INTEGER,
  sessions_valid_from INTEGER NOT NULL, -- an access token issued before this moment is dead
  terms_accepted_at INTEGER,
  privacy_policy_accepted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  CHECK ((deleted_at IS NULL) = (email IS NOT NULL)),
  CHECK ((email IS NULL) = (email_key IS NULL)),
  CHECK ((deleted_at IS NULL) = (password_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX users_live_email ON users (email_key) WHERE deleted_at IS NULL;

-- The account of nobody: what is done for an address that nobody has is done to it, so that it costs the same writes.
INSERT INTO users (id, name, sessions_valid_from, created_at, updated_at, deleted_at)
VALUES ('00000000-0000-7000-8000-000000000000', '', 0, 0, 0, 0);

CREATE TABLE refresh_tokens (
  id TEXT PRIMARY KEY NOT NULL,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256; the value itself is never stored
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  family_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  replaced_by TEXT REFERENCES refresh_tokens (id) DEFERRABLE INITIALLY DEFERRED,
  retry_key_hash TEXT, -- SHA-256 of the Idempotency-Key it was used with
  revoked_at INTEGER,
  CHECK ((used_at IS NULL) = (replaced_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX refresh_tokens_replaced_by ON refresh_tokens (replaced_by) WHERE replaced_by IS NOT NULL;

CREATE TABLE one_time_tokens (
  token_hash TEXT PRIMARY KEY NOT NULL, -- SHA-256
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id);
