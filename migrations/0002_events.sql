-- Events, who may work on them, and what their hosts configure.

CREATE TABLE events (
  id TEXT PRIMARY KEY NOT NULL,
  host_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description TEXT,
  venue TEXT,
  event_date INTEGER NOT NULL,
  end_time INTEGER,
  timezone TEXT NOT NULL DEFAULT 'UTC', -- IANA name
  fraud_medium_threshold INTEGER,
  fraud_high_threshold INTEGER,
  fraud_block_threshold INTEGER,
  calendar_sequence INTEGER NOT NULL DEFAULT 0, -- RFC 5545 SEQUENCE: rises with every change that a calendar shows
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  CHECK (end_time IS NULL OR end_time > event_date),
  CHECK (
    (fraud_medium_threshold IS NULL AND fraud_high_threshold IS NULL AND fraud_block_threshold IS NULL)
    OR (fraud_medium_threshold >= 1 AND fraud_medium_threshold < fraud_high_threshold
        AND fraud_high_threshold < fraud_block_threshold AND fraud_block_threshold <= 100)
  )
) STRICT, WITHOUT ROWID;

CREATE INDEX events_host ON events (host_id) WHERE deleted_at IS NULL;
CREATE INDEX events_deleted ON events (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE event_collaborators (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX event_collaborators_user ON event_collaborators (user_id, event_id);

CREATE TABLE collaborator_invites (
  token_hash TEXT PRIMARY KEY NOT NULL, -- SHA-256; the value itself is only in the mail
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  invited_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX collaborator_invites_pending ON collaborator_invites (event_id, email_key) WHERE accepted_at IS NULL;

CREATE TABLE event_branding (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  primary_color TEXT CHECK (primary_color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  font TEXT,
  logo_url TEXT CHECK (logo_url LIKE '/uploads/%'),
  cover_url TEXT CHECK (cover_url LIKE '/uploads/%'),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE event_allowlist (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  ip_cidr TEXT NOT NULL, -- canonical: no host bits, IPv4-mapped IPv6 as IPv4
  note TEXT,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, ip_cidr)
) STRICT, WITHOUT ROWID;
