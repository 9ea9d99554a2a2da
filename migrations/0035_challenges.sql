-- Codes that guests were sent to prove the address or phone on file. The code itself is nowhere: it is computed from the row's
-- id when it is sent, and compared by its HMAC.
CREATE TABLE challenges (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  id TEXT NOT NULL,
  token_id TEXT NOT NULL, -- the link that it is for
  channel TEXT NOT NULL CHECK (channel = 'email' OR channel = 'sms'),
  code_mac TEXT, -- empty once it has ended
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 6),
  status TEXT NOT NULL CHECK (status = 'open' OR status = 'passed' OR status = 'failed' OR status = 'replaced'),
  access_log_id TEXT, -- the last access of the device that asked for it
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (event_id, guest_id, id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK ((status = 'open') = (ended_at IS NULL)),
  CHECK (status = 'open' OR code_mac IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_sent ON challenges (event_id, created_at);
CREATE INDEX challenges_ended ON challenges (event_id, ended_at) WHERE status = 'passed' OR status = 'failed';
CREATE INDEX challenges_created ON challenges (created_at);
