CREATE TABLE subscriptions (
  provider_subscription_id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  tier TEXT NOT NULL CHECK (tier IN ('pro', 'business')),
  status TEXT NOT NULL,
  granting INTEGER NOT NULL CHECK (granting IN (0, 1)), -- whether its status gives the tier
  current_period_end INTEGER,
  provider_customer_id TEXT NOT NULL,
  provider_updated_at INTEGER NOT NULL, -- the provider's own time of the newest event applied
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX subscriptions_granting ON subscriptions (user_id) WHERE granting = 1;
CREATE INDEX subscriptions_user ON subscriptions (user_id);
CREATE INDEX subscriptions_customer ON subscriptions (provider_customer_id);

-- Webhook events already applied, so that a repetition has no effect.
CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY NOT NULL,
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_events_received ON webhook_events (received_at);
