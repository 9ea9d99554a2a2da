-- Everything a guest owns is keyed by (event_id, guest_id): a row can only ever belong to its own event,
-- an event's rows lie together, and deleting a guest leaves nothing behind.

CREATE TABLE guests (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  name_key TEXT NOT NULL, -- the name without case and accents, for searching: SQLite's lower() knows ASCII alone
  email TEXT,
  email_key TEXT,
  phone TEXT CHECK (phone GLOB '+[1-9]*'), -- E.164
  party_size INTEGER CHECK (party_size BETWEEN 1 AND 20),
  notes TEXT,
  invited_at INTEGER,
  opened_at INTEGER, -- first access by a person
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, id),
  CHECK ((email IS NULL) = (email_key IS NULL))
) STRICT, WITHOUT ROWID;

-- The address leads, so that a report about an address finds its guests on every event.
CREATE UNIQUE INDEX guests_email ON guests (email_key, event_id) WHERE email_key IS NOT NULL;

-- How many guests an event has, so that one more guest costs the same in a list of ten and of five thousand.
-- Written in the batch of every change to the list.
CREATE TABLE guest_counts (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  guests INTEGER NOT NULL CHECK (guests >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY NOT NULL, -- the link's value is derived from it and never stored
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  utm_source TEXT,
  used INTEGER NOT NULL DEFAULT 0 CHECK (used IN (0, 1)),
  created_at INTEGER NOT NULL,
  notified_at INTEGER, -- when a mail with the link was last asked for
  sent_at INTEGER, -- when the invitation that carries it left the notifier
  revoked_at INTEGER,
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One valid token a guest: revoked ones are told apart by their ids. Not two indexes, a partial one that holds the rule
-- and another that finds all tokens of a guest who is deleted, because links are written by the thousand.
CREATE UNIQUE INDEX access_tokens_guest
  ON access_tokens (event_id, guest_id, (CASE WHEN revoked_at IS NULL THEN '' ELSE id END));

CREATE TABLE edit_nonces (
  nonce_hash TEXT PRIMARY KEY NOT NULL, -- SHA-256
  token_id TEXT NOT NULL REFERENCES access_tokens (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX edit_nonces_token ON edit_nonces (token_id);
