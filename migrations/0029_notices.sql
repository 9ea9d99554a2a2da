-- Mails that tell the guests of an event what has changed about it: messages that the service writes.

ALTER TABLE messages ADD COLUMN notice TEXT CHECK (notice IN ('changed', 'cancelled', 'reinstated')); -- empty: a host's message or a reminder
ALTER TABLE messages ADD COLUMN changed_from TEXT CHECK (json_valid(changed_from)); -- of a notice: {field of the event: [the value that guests know]}

-- Changes gather in the one notice that has not been sent yet.
CREATE UNIQUE INDEX messages_notice ON messages (event_id) WHERE notice IS NOT NULL AND status = 'scheduled';
