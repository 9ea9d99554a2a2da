-- Guests who said, by the link of a mail, that an access was not theirs.
CREATE TABLE access_reports (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  access_log_id TEXT NOT NULL,
  token_id TEXT NOT NULL, -- the link that the access used
  answer TEXT NOT NULL CHECK (answer = 'restored' OR answer = 'unchanged' OR answer = 'kept'), -- kept: somebody else has changed it since
  reported_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, guest_id, access_log_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX access_reports_at ON access_reports (event_id, reported_at);

-- A verdict is a member's, or the guest's own. A column cannot be altered, so that the table is made again.
CREATE TABLE new_fraud_feedback (
  access_log_id TEXT PRIMARY KEY NOT NULL,
  event_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('legitimate', 'suspicious')),
  note TEXT,
  marked_by TEXT REFERENCES users (id), -- empty: the guest
  marked_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, access_log_id) REFERENCES access_logs (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_fraud_feedback SELECT access_log_id, event_id, verdict, note, marked_by, marked_at FROM fraud_feedback;

DROP TABLE fraud_feedback;
ALTER TABLE new_fraud_feedback RENAME TO fraud_feedback;
CREATE INDEX fraud_feedback_event ON fraud_feedback (event_id, marked_at);
