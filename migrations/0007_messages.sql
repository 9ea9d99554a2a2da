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

-- One row a recipient of a message, from the claim on. A broadcast writes thousands, and an index more would be thousands
-- of writes more: a guest's rows are found by the event's messages, of which there are few, and only a text, of which a
-- provider may report with nothing but its own id, has an index. The status is compared one by one, because a list would
-- be a table of its own that is read for each row.
CREATE TABLE message_deliveries (
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  response TEXT, -- the answer by which the guest came into the audience
  status TEXT NOT NULL DEFAULT 'pending' CHECK (
    status = 'pending' OR status = 'sent' OR status = 'delivered' OR status = 'failed'
    OR status = 'suppressed' OR status = 'unreachable' OR status = 'bounced' OR status = 'complained'
  ),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  provider TEXT,
  provider_message_id TEXT,
  bounce_type TEXT,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, message_id, guest_id),
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a foreign key would do if it had an index to do it with.
CREATE TRIGGER message_deliveries_guest_gone AFTER DELETE ON guests
BEGIN
  DELETE FROM message_deliveries
  WHERE event_id = OLD.event_id AND guest_id = OLD.id
    AND message_id IN (SELECT id FROM messages WHERE event_id = OLD.event_id);
END;

CREATE INDEX message_deliveries_text ON message_deliveries (provider_message_id) WHERE provider = 'twilio';

-- The recipients of a message, cut by their ids into parts that a consumer can take at a time. Made with the claim; the
-- message is over when all of them are.
CREATE TABLE message_batches (
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 0),
  from_guest TEXT NOT NULL,
  before_guest TEXT NOT NULL, -- the next part's first, or something after every id
  done_at INTEGER,
  PRIMARY KEY (event_id, message_id, number),
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One row for any other mail that the notifier owes. The address itself is not kept, only its keyed hash.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY NOT NULL,
  dedupe_key TEXT NOT NULL UNIQUE, -- one message to one recipient, however often the queue brings it
  kind TEXT NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
  event_id TEXT REFERENCES events (id) ON DELETE CASCADE,
  guest_id TEXT,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  recipient_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (
    status IN ('pending', 'sent', 'delivered', 'failed', 'suppressed', 'bounced', 'complained')
  ),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  claimed_at INTEGER, -- a try is under way since then; empty between tries
  provider TEXT,
  provider_message_id TEXT,
  bounce_type TEXT,
  complained INTEGER NOT NULL DEFAULT 0 CHECK (complained IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_guest ON deliveries (event_id, guest_id) WHERE event_id IS NOT NULL;
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
