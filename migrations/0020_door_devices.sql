-- A phone at the door that was let in without an account. Its ticket is a JWT and never stored; every use of it reads
-- this row.
CREATE TABLE door_devices (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  can_scan INTEGER NOT NULL CHECK (can_scan IN (0, 1)),
  can_walk_in INTEGER NOT NULL CHECK (can_walk_in IN (0, 1)),
  can_override INTEGER NOT NULL CHECK (can_override IN (0, 1)),
  made_by TEXT NOT NULL REFERENCES users (id), -- the device ends with this member's role
  session_id TEXT, -- and a scanner ticket with the session that asked for it; null for a named device
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- null: the window of the event at each use, so that it moves with the event
  revoked_at INTEGER,
  last_used_at INTEGER, -- to the minute
  last_network TEXT, -- of the last use: a /24 or /48, no address
  PRIMARY KEY (event_id, id)
) STRICT, WITHOUT ROWID;

-- Expired tickets are deleted; named devices go with their event.
CREATE INDEX door_devices_expiry ON door_devices (expires_at) WHERE expires_at IS NOT NULL;

-- What a scanner claimed and nobody could believe: a time before the door opened, or ahead of the clock.
ALTER TABLE check_ins ADD COLUMN claimed_at INTEGER;
-- A walk-in beyond the guest limit of the host's tier.
ALTER TABLE check_ins ADD COLUMN over_limit INTEGER NOT NULL DEFAULT 0 CHECK (over_limit IN (0, 1));
