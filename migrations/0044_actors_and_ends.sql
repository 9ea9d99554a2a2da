-- Who acted, where that was no user: a guest, whose id is the record's target. Part of the chain's hash; empty for a user. The
-- user of such a record is the event's host, in whose log it stands.
ALTER TABLE audit_records ADD COLUMN actor_kind TEXT CHECK (actor_kind IN ('guest'));

-- A second position, of the rounds through events that are far from their date.
CREATE TABLE arrival_rounds_next (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id IN (0, 1)),
  until INTEGER NOT NULL
) STRICT;
INSERT INTO arrival_rounds_next SELECT id, until FROM arrival_rounds;
DROP TABLE arrival_rounds;
ALTER TABLE arrival_rounds_next RENAME TO arrival_rounds;

-- What a key has opened ends when the key expires.
CREATE INDEX api_keys_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
