-- The browser or client behind an access, and behind an answer: a hash of the id that it got for this guest's link. Null where
-- it sent none. What is listed of a guest's devices is counted from the accesses, so that opening an invitation writes no row more.
ALTER TABLE access_logs ADD COLUMN device TEXT CHECK (length(device) = 22);
ALTER TABLE rsvps ADD COLUMN device TEXT CHECK (length(device) = 22);

-- What is known of a device beyond its accesses: its user has proved to read the guest's mail or texts, or it does not count any
-- more. Most guests have none.
CREATE TABLE guest_devices (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  device TEXT NOT NULL CHECK (length(device) = 22),
  proved_at INTEGER,
  ended_at INTEGER,
  expires_at INTEGER NOT NULL, -- 30 days after the event, as it was when the row was made
  PRIMARY KEY (event_id, guest_id, device),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK (proved_at IS NOT NULL OR ended_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX guest_devices_expires ON guest_devices (expires_at);
