CREATE TABLE check_ins (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  id TEXT NOT NULL,
  checked_in_at INTEGER NOT NULL, -- when it happened at the door
  recorded_at INTEGER NOT NULL, -- when it reached us: later for a scan made offline
  checked_in_by TEXT NOT NULL REFERENCES users (id),
  arrival_count INTEGER NOT NULL CHECK (arrival_count BETWEEN 1 AND 20),
  notes TEXT,
  walk_in INTEGER NOT NULL DEFAULT 0 CHECK (walk_in IN (0, 1)),
  nonce TEXT, -- chosen by the scanner; makes a retry safe
  PRIMARY KEY (event_id, guest_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX check_ins_id ON check_ins (event_id, id);
CREATE UNIQUE INDEX check_ins_nonce ON check_ins (event_id, nonce) WHERE nonce IS NOT NULL;
