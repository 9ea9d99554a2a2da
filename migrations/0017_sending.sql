-- How much accounts send to others, what came of it, and who wants nothing from whom.

-- One row for each hour in which mails and texts of an account were asked for or came back. Limits look at the last 24.
CREATE TABLE sending_hours (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the host of the event that the mail is about
  hour INTEGER NOT NULL, -- hours since the epoch
  recipients INTEGER NOT NULL DEFAULT 0, -- mails and texts to guests and collaborators
  abandoned INTEGER NOT NULL DEFAULT 0, -- addresses that were mailed, and then deleted or replaced
  bounced INTEGER NOT NULL DEFAULT 0,
  complained INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, hour)
) STRICT, WITHOUT ROWID;

-- Accounts that may not send to others until an operator lifts the pause.
CREATE TABLE sending_pauses (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('bounces', 'complaints')),
  paused_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whom a host may not write to any more, because the recipient said so.
CREATE TABLE host_unsubscribes (
  email_key TEXT NOT NULL,
  host_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (email_key, host_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX host_unsubscribes_host ON host_unsubscribes (host_id);

-- Invitations of the last day to guests who are deleted: the address alone counts, by its keyed hash.
CREATE TABLE past_invitations (
  event_id TEXT NOT NULL,
  recipient_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, recipient_hash, created_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX past_invitations_created ON past_invitations (created_at);

-- The last invitation to the address that a guest has now.
ALTER TABLE guests ADD COLUMN mailed_at INTEGER; -- when it was asked for
-- Compared one by one, because a list would be a table of its own that is read for each guest who is imported.
ALTER TABLE guests ADD COLUMN delivery_status TEXT CHECK (
  delivery_status = 'queued' OR delivery_status = 'sent' OR delivery_status = 'delivered'
  OR delivery_status = 'bounced' OR delivery_status = 'complained' OR delivery_status = 'suppressed'
  OR delivery_status = 'failed'
);
ALTER TABLE guests ADD COLUMN delivery_reason TEXT;
ALTER TABLE guests ADD COLUMN delivery_at INTEGER;

UPDATE guests SET (delivery_status, delivery_reason, delivery_at) = (
  SELECT CASE status WHEN 'pending' THEN 'queued' ELSE status END, reason, updated_at FROM deliveries
  WHERE deliveries.event_id = guests.event_id AND deliveries.guest_id = guests.id AND kind = 'invitation'
  ORDER BY created_at DESC LIMIT 1
)
WHERE invited_at IS NOT NULL;

-- Whoever writes to strangers by adding and deleting them runs into a limit: here, so that no way of deleting a guest or
-- of replacing an address is left out.
CREATE TRIGGER guests_mailed_deleted BEFORE DELETE ON guests
WHEN OLD.mailed_at > (unixepoch() - 604800) * 1000
BEGIN
  INSERT OR IGNORE INTO past_invitations (event_id, recipient_hash, created_at)
  SELECT event_id, recipient_hash, created_at FROM deliveries
  WHERE event_id = OLD.event_id AND guest_id = OLD.id AND kind = 'invitation' AND attempts > 0
    AND created_at > (unixepoch() - 86400) * 1000;
  INSERT INTO sending_hours (user_id, hour, abandoned)
  SELECT host_id, unixepoch() / 3600, 1 FROM events WHERE id = OLD.event_id AND deleted_at IS NULL
  ON CONFLICT (user_id, hour) DO UPDATE SET abandoned = abandoned + 1;
END;

CREATE TRIGGER guests_address_replaced AFTER UPDATE OF email_key ON guests
WHEN OLD.email_key IS NOT NEW.email_key AND OLD.delivery_status IS NOT NULL
BEGIN
  INSERT INTO sending_hours (user_id, hour, abandoned)
  SELECT host_id, unixepoch() / 3600, 1 FROM events
  WHERE id = OLD.event_id AND OLD.mailed_at > (unixepoch() - 604800) * 1000
  ON CONFLICT (user_id, hour) DO UPDATE SET abandoned = abandoned + 1;
  UPDATE guests SET mailed_at = NULL, delivery_status = NULL, delivery_reason = NULL, delivery_at = NULL
  WHERE event_id = NEW.event_id AND id = NEW.id;
END;

-- Replicas of accounts carry whether the address is verified. Those from before are corrected by the account's next
-- change; until then nobody who could send loses it.
UPDATE users SET email_verified = 1 WHERE password_hash = 'copy' AND deleted_at IS NULL;
