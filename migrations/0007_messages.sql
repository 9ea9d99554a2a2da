-- What hosts write to their guests, what the notifier did with every mail and text, and whom it must leave alone.

CREATE TABLE messages (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  slug TEXT CHECK (slug IN ('reminder_7d', 'reminder_3d', 'reminder_1d', 'reminder_day_of')), -- an auto-reminder
  audience TEXT NOT NULL
    CHECK (audience IN ('everyone', 'attending', 'pending', 'declined', 'maybe', 'attending_and_pending')),
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  send_at INTEGER,
  status TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'sending', 'sent', 'cancelled', 'failed')),
  created_by TEXT REFERENCES users (id), -- empty: made with the event
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  claimed_at INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (event_id, id),
  CHECK (status = 'draft' OR status = 'cancelled' OR send_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX messages_slug ON messages (event_id, slug) WHERE slug IS NOT NULL;
CREATE INDEX messages_due ON messages (send_at) WHERE status = 'scheduled';
CREATE INDEX messages_sending ON messages (claimed_at) WHERE status = 'sending';

-- One row a recipient of anything that the notifier owes. The address itself is not kept, only its keyed hash.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY NOT NULL,
  dedupe_key TEXT NOT NULL UNIQUE, -- one message to one recipient, however often the queue brings it
  kind TEXT NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
  event_id TEXT REFERENCES events (id) ON DELETE CASCADE,
  guest_id TEXT,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  message_id TEXT,
  recipient_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'sent', 'delivered', 'failed', 'suppressed', 'bounced')),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  claimed_at INTEGER, -- a try is under way since then; empty between tries
  provider TEXT,
  provider_message_id TEXT,
  bounce_type TEXT,
  complained INTEGER NOT NULL DEFAULT 0 CHECK (complained IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_message ON deliveries (event_id, message_id, id) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_guest ON deliveries (event_id, guest_id) WHERE guest_id IS NOT NULL;
CREATE INDEX deliveries_user ON deliveries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX deliveries_provider_message ON deliveries (provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX deliveries_recipient ON deliveries (recipient_hash, created_at);

CREATE TABLE suppressions (
  email_key TEXT PRIMARY KEY NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained')),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the service owes the bus: written with the change that causes it, gone when the queue has taken it.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE dead_letters (
  id TEXT PRIMARY KEY NOT NULL, -- the queue's message id
  queue TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  died_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
