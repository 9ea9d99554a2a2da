-- What a host notes about guests.

ALTER TABLE guests ADD COLUMN tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)); -- ["family", …]
ALTER TABLE guests ADD COLUMN table_name TEXT CHECK (length(table_name) BETWEEN 1 AND 100);
ALTER TABLE guests ADD COLUMN external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 200); -- the guest's id in the host's own system
ALTER TABLE guests ADD COLUMN locale TEXT; -- BCP 47; empty: the event's
ALTER TABLE guests ADD COLUMN companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions)); -- [{name}]: a household with one link

CREATE UNIQUE INDEX guests_external_id ON guests (event_id, external_id) WHERE external_id IS NOT NULL;
