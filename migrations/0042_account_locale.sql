-- The language of the mails to a host: a BCP 47 tag.
ALTER TABLE users ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';
