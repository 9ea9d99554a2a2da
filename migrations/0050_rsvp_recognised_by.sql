-- How the device that answered is recognised: by the device ID that its request carried, by its user agent if the request
-- carried none, or not at all (`anyone`) while only a host has recorded the answer.
ALTER TABLE rsvps ADD COLUMN recognised_by TEXT NOT NULL DEFAULT 'user_agent'
  CHECK (recognised_by = 'device_id' OR recognised_by = 'user_agent' OR recognised_by = 'anyone');

UPDATE rsvps SET recognised_by = 'anyone' WHERE answered_by = 'host' AND user_agent = '';

-- An ID of age 0 was issued with the response to the access. The answer keeps an ID only if an access carried it.
UPDATE rsvps SET recognised_by = 'device_id'
WHERE recognised_by = 'user_agent' AND EXISTS (
  SELECT 1 FROM access_logs AS log
  WHERE log.event_id = rsvps.event_id AND log.guest_id = rsvps.guest_id AND log.device = rsvps.device
    AND log.fingerprint ->> 'edge_device_age' <> '0'
);

UPDATE rsvps SET device = NULL WHERE recognised_by <> 'device_id' AND device IS NOT NULL;
