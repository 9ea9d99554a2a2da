-- What members of an event are told by mail.

-- The choice of one member; without a row, the host has the defaults and everybody else gets nothing.
CREATE TABLE alert_settings (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id),
  answers TEXT NOT NULL CHECK (answers IN ('each', 'daily', 'off')),
  risk TEXT NOT NULL CHECK (risk IN ('high', 'block', 'off')),
  waitlist INTEGER NOT NULL CHECK (waitlist IN (0, 1)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_settings_user ON alert_settings (user_id);

-- Up to when members were told, and when they are told next; empty: nothing has happened since.
CREATE TABLE alert_rounds (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('soon', 'daily')),
  told_until INTEGER NOT NULL,
  due_at INTEGER,
  PRIMARY KEY (event_id, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_rounds_due ON alert_rounds (due_at) WHERE due_at IS NOT NULL;
