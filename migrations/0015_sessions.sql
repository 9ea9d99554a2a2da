-- A session is a family of refresh tokens: its id is their `family_id`, and the claim `sid` of its access tokens.
-- Sessions are in the database of accounts, as refresh tokens are.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('password', 'passkey')), -- what it was started with
  authenticated_at INTEGER NOT NULL, -- the last time that a password, passkey or factor was asked for
  device TEXT, -- browser and system, as the user agent names them
  place TEXT, -- city and country, where the platform knew them; else the network
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL -- of its newest refresh token
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_user ON sessions (user_id, id);
CREATE INDEX sessions_expires ON sessions (expires_at);

-- Sessions that ended before they expired. In the database of accounts first, and copied to each database where the user
-- has events, so that the statements there refuse what was issued in them. Few rows, and none for a session that lives:
-- the check costs a look-up that finds nothing.
CREATE TABLE ended_sessions (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX ended_sessions_user ON ended_sessions (user_id, ended_at);
CREATE INDEX ended_sessions_ended ON ended_sessions (ended_at);

-- The events for whose live monitor a session has taken a ticket: whose sockets are closed when it ends.
CREATE TABLE session_monitors (
  session_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (session_id, event_id)
) STRICT, WITHOUT ROWID;

-- A new address that an account has asked for, until the link of the mail to it proves it. The last request counts.
CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX email_changes_expires ON email_changes (expires_at);

-- The families that live. What device they are on was not recorded.
INSERT INTO sessions (id, user_id, method, authenticated_at, created_at, last_used_at, expires_at)
SELECT family_id, user_id, 'password', min(created_at), min(created_at), max(created_at),
  max(expires_at)
FROM refresh_tokens
GROUP BY family_id, user_id
HAVING max(revoked_at) IS NULL AND max(expires_at) > unixepoch() * 1000;
