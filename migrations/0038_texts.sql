-- Texts in several languages, and who wants no text messages.

-- The host's own words in further languages, a JSON object by language tag; empty: none.
ALTER TABLE event_texts ADD COLUMN translations TEXT;

-- Phone numbers whose owners replied STOP to a sending number, until they reply START. On every shard.
CREATE TABLE sms_opt_outs (
  phone TEXT NOT NULL, -- E.164
  sender TEXT NOT NULL, -- E.164: the number that was replied to
  created_at INTEGER NOT NULL,
  PRIMARY KEY (phone, sender)
) STRICT, WITHOUT ROWID;
