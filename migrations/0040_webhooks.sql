-- Endpoints that are told what happens at events, and what was sent to them. On the accounts' database alone: an endpoint
-- belongs to an account, and its events may be on any.

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  event_id TEXT, -- NULL: every event that the account owns
  url TEXT NOT NULL,
  types TEXT NOT NULL CHECK (json_valid(types)),
  sealed_secret TEXT NOT NULL,
  previous_sealed_secret TEXT, -- signs beside the new one until then
  previous_until INTEGER,
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled', 'ended')),
  failing_since INTEGER, -- the first failure after the last success
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_endpoints_user ON webhook_endpoints (user_id);
CREATE INDEX webhook_endpoints_event ON webhook_endpoints (event_id) WHERE event_id IS NOT NULL;

-- What is sent is read from the event's monitor when it is sent, so that nothing about a guest is stored here.
CREATE TABLE webhook_deliveries (
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  id TEXT NOT NULL, -- the webhook-id: the same for every try and every endpoint
  event_id TEXT, -- NULL for a test
  sequence INTEGER,
  type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  response_status INTEGER,
  next_attempt_at INTEGER NOT NULL,
  leased_by TEXT,
  leased_until INTEGER,
  at INTEGER NOT NULL, -- of the last try, else of the delivery itself
  PRIMARY KEY (endpoint_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_deliveries_line ON webhook_deliveries (event_id, endpoint_id, sequence) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';

-- Up to where the Scheduler has published check-ins again whose Worker died.
CREATE TABLE arrival_rounds (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 0),
  until INTEGER NOT NULL
) STRICT;

CREATE INDEX events_date ON events (event_date) WHERE deleted_at IS NULL;
