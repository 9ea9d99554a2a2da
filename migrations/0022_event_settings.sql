-- How a host runs an event.

ALTER TABLE events ADD COLUMN cancelled_at INTEGER; -- empty: it takes place
ALTER TABLE events ADD COLUMN cancel_message TEXT; -- what the host tells the guests about it
ALTER TABLE events ADD COLUMN rsvp_deadline INTEGER; -- from then on guests can only say no
ALTER TABLE events ADD COLUMN capacity INTEGER CHECK (capacity BETWEEN 1 AND 100000); -- heads; empty: any number
ALTER TABLE events ADD COLUMN waitlist INTEGER NOT NULL DEFAULT 0 CHECK (waitlist IN (0, 1)); -- once it is full
ALTER TABLE events ADD COLUMN offer_hours INTEGER NOT NULL DEFAULT 24 CHECK (offer_hours BETWEEN 1 AND 168); -- how long an offered seat is held
ALTER TABLE events ADD COLUMN companion_names TEXT NOT NULL DEFAULT 'off'
  CHECK (companion_names IN ('off', 'optional', 'required'));
ALTER TABLE events ADD COLUMN locale TEXT NOT NULL DEFAULT 'en'; -- BCP 47
ALTER TABLE events ADD COLUMN reply_to TEXT; -- where answers to the event's mails go, once its owner has proved it
ALTER TABLE events ADD COLUMN reply_to_verified_at INTEGER;
ALTER TABLE events ADD COLUMN step_up_from TEXT NOT NULL DEFAULT 'block' CHECK (step_up_from IN ('high', 'block', 'never'));
ALTER TABLE events ADD COLUMN door_opens_at INTEGER; -- empty: two hours before the event
ALTER TABLE events ADD COLUMN lost_links INTEGER NOT NULL DEFAULT 1 CHECK (lost_links IN (0, 1)); -- whether a guest may ask for a lost link
