-- What a host says in the mails of an event, and where replies to them go.

-- A mail with a link to an address for replies that nobody proved yet: the newest one of the event.
CREATE TABLE reply_to_requests (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX reply_to_requests_expires ON reply_to_requests (expires_at);

-- The host's own words; empty: the service's.
CREATE TABLE event_texts (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  invitation_subject TEXT,
  invitation_body TEXT,
  confirmation_body TEXT,
  reminder_footer TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Mails about the invitations of all hosts belong to no event and no account: they are deleted by their age.
CREATE INDEX deliveries_lost_links ON deliveries (created_at) WHERE kind = 'lost_links';
