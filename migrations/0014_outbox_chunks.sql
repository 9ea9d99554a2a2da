-- A row of the outbox that holds several messages is a chunk.
UPDATE outbox SET type = 'chunk' WHERE type = 'parcel';
