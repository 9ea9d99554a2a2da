-- The last requests of a door device, for its limits: times in epoch milliseconds, 13 digits each, one after the other.
-- The oldest of as many as a minute allows says whether one more is allowed.
ALTER TABLE door_devices ADD COLUMN recent_scans TEXT NOT NULL DEFAULT '';
ALTER TABLE door_devices ADD COLUMN recent_walk_ins TEXT NOT NULL DEFAULT '';

