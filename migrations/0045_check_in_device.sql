-- The door device that recorded a check-in; NULL for a member, and for check-ins before this column. No foreign key: the
-- device may be deleted first.
ALTER TABLE check_ins ADD COLUMN device_id TEXT;
