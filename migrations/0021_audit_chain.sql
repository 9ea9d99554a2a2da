-- The records of an event form a chain: each hash covers the hash before it. `sequence` is given with the record, the
-- rest when the record is sealed, a moment later.
ALTER TABLE audit_records ADD COLUMN sequence INTEGER; -- 1, 2, 3, … in each event; empty where an older version wrote it
ALTER TABLE audit_records ADD COLUMN salt TEXT; -- of the digest; deleted with the content when a person's data is erased
ALTER TABLE audit_records ADD COLUMN content_digest TEXT; -- SHA-256 of salt, target, before and after
ALTER TABLE audit_records ADD COLUMN hash TEXT; -- SHA-256 of the previous hash and this record; empty until it is sealed

UPDATE audit_records SET sequence = numbered.sequence
FROM (
  SELECT event_id, id, row_number() OVER (PARTITION BY event_id ORDER BY id) AS sequence FROM audit_records
) AS numbered
WHERE audit_records.event_id = numbered.event_id AND audit_records.id = numbered.id;

CREATE UNIQUE INDEX audit_records_sequence ON audit_records (event_id, sequence);
CREATE INDEX audit_records_unsealed ON audit_records (event_id, sequence) WHERE hash IS NULL;

-- The last sealed record of each event: without it, the removal of the last records would go unseen.
CREATE TABLE audit_chains (
  event_id TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL,
  sealed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
