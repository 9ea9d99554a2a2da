-- What a host asks the guests, and what an answer is judged by.

-- All questions of an event in one row: opening an invitation reads one row more, however many there are.
CREATE TABLE event_questions (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  items TEXT NOT NULL CHECK (json_valid(items)), -- those that guests are asked
  removed TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(removed)), -- those that were, so that their answers keep a label
  version INTEGER NOT NULL DEFAULT 1, -- counts the changes: an answer is judged by one version
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An edit is judged by the party of its moment. The limit is noted beside the answer, so that the edit need not read the
-- guest; by a trigger, so that no way of changing a guest is left out.
CREATE TRIGGER guests_party_changed AFTER UPDATE OF party_size, companions ON guests
  WHEN old.party_size IS NOT new.party_size OR old.companions <> new.companions
BEGIN
  UPDATE rsvps
    SET max_plus_ones = coalesce(new.party_size - 1, nullif(json_array_length(new.companions), 0), 10)
    WHERE event_id = new.event_id AND guest_id = new.id;
END;
