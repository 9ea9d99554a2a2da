-- The theme of an event's invitation and mails; null renders with the default one.
ALTER TABLE event_branding ADD COLUMN theme TEXT;
