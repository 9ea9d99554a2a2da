-- Uses of a door device that count against one of its limits: one row per use, until it leaves the window of a minute. The
-- uses of a kind are numbered without gaps, so the first and the last row give their count.
CREATE TABLE door_device_uses (
  event_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('preview', 'check_in', 'walk_in')),
  at INTEGER NOT NULL, -- never before the previous use of the kind
  number INTEGER NOT NULL,
  PRIMARY KEY (event_id, device_id, kind, at, number),
  FOREIGN KEY (event_id, device_id) REFERENCES door_devices (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

ALTER TABLE door_devices DROP COLUMN recent_scans;
ALTER TABLE door_devices DROP COLUMN recent_walk_ins;
