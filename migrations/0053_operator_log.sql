-- What an operator's command changed. No text of a guest or an account: the target is an id, a flag or a type of message.
CREATE TABLE operator_log (
  id TEXT NOT NULL PRIMARY KEY, -- sorts by time
  at INTEGER NOT NULL,
  command TEXT NOT NULL,
  target TEXT NOT NULL,
  before TEXT,
  after TEXT,
  operator TEXT NOT NULL
) STRICT, WITHOUT ROWID;
