-- Keys by which programs act for a host, in the accounts database. A copy of it holds no key: only hashes.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY NOT NULL, -- in place of a session's id wherever one is asked for: `ended_sessions`, tickets, sockets
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE, -- SHA-256 of a key of 190 random bits
  prefix TEXT NOT NULL, -- its first 12 characters, to recognise it by
  scopes TEXT NOT NULL, -- JSON list
  event_ids TEXT, -- JSON list; null: every event of its maker
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX api_keys_user ON api_keys (user_id, id);

-- The key by which the actor of an audit record acted. The name is a copy, because the key may be deleted.
ALTER TABLE audit_records ADD COLUMN actor_key_id TEXT; -- part of the chain's hash
ALTER TABLE audit_records ADD COLUMN actor_key_name TEXT; -- not part of it: it goes with the account

CREATE INDEX audit_records_by_key ON audit_records (actor_id) WHERE actor_key_name IS NOT NULL;
