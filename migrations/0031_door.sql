-- The last requests of a door device, for its limits: times in epoch milliseconds, 13 digits each, one after the other.
-- The oldest of as many as a minute allows says whether one more is allowed.
ALTER TABLE door_devices ADD COLUMN recent_scans TEXT NOT NULL DEFAULT '';
ALTER TABLE door_devices ADD COLUMN recent_walk_ins TEXT NOT NULL DEFAULT '';

-- People of a party who came after the first. `check_ins.arrival_count` is the total.
CREATE TABLE check_in_arrivals (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  nonce TEXT NOT NULL, -- chosen by the scanner; makes a retry safe
  id TEXT NOT NULL,
  arrival_count INTEGER NOT NULL CHECK (arrival_count BETWEEN 1 AND 19),
  recorded_at INTEGER NOT NULL,
  recorded_by TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (event_id, guest_id, nonce),
  FOREIGN KEY (event_id, guest_id) REFERENCES check_ins (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
