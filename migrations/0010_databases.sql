-- Events may be spread over several databases, each with this schema; accounts are in the first one, and so is this table.
-- A user's own events are in the database that the user's id names. This is where else the user has had a role, so that
-- a list of all their events asks no database in vain.
CREATE TABLE user_databases (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  database INTEGER NOT NULL CHECK (database BETWEEN 0 AND 4095), -- 12 bits of an id
  PRIMARY KEY (user_id, database)
) STRICT, WITHOUT ROWID;
