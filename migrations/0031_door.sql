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

-- Whom a message is for, where no audience by answer says it; `audience` is then 'everyone'. A column of its own, because
-- the CHECK of `audience` cannot be changed without rebuilding a table whose rows others refer to.
-- 'unopened', 'undelivered', 'waitlisted', 'checked_in', 'not_arrived', 'chosen', or 'tag:' with a tag.
ALTER TABLE messages ADD COLUMN segment TEXT CHECK (length(segment) BETWEEN 1 AND 100);

-- The chosen guests of a message.
CREATE TABLE message_recipients (
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  PRIMARY KEY (event_id, message_id, guest_id),
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a foreign key would do if it had an index to do it with.
CREATE TRIGGER message_recipients_guest_gone AFTER DELETE ON guests
BEGIN
  DELETE FROM message_recipients
  WHERE event_id = OLD.event_id AND guest_id = OLD.id
    AND message_id IN (SELECT id FROM messages WHERE event_id = OLD.event_id AND segment = 'chosen');
END;
