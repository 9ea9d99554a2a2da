-- The tags of a guest without case, each between line breaks, for the list's filter and for audiences: SQLite's lower() knows
-- ASCII alone, and rows of json_each are billed as rows read.
ALTER TABLE guests ADD COLUMN tag_keys TEXT NOT NULL DEFAULT '';
