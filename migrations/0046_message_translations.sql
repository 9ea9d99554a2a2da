-- What a message says in further languages, a JSON object by language tag; null: in one.
ALTER TABLE messages ADD COLUMN translations TEXT;
