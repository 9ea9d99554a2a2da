-- The host of an event is one of its owners, and pays for it. Hosts who ceased to be an owner hand over to the
-- longest-standing other one, as they do from now on at once.
UPDATE events
SET host_id = (
  SELECT heir.user_id FROM event_collaborators AS heir
  JOIN users ON users.id = heir.user_id AND users.deleted_at IS NULL
  WHERE heir.event_id = events.id AND heir.role = 'owner'
  ORDER BY heir.created_at, heir.user_id LIMIT 1
)
WHERE deleted_at IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM event_collaborators AS host
    WHERE host.event_id = events.id AND host.user_id = events.host_id AND host.role = 'owner'
  )
  AND EXISTS (
    SELECT 1 FROM event_collaborators AS heir
    JOIN users ON users.id = heir.user_id AND users.deleted_at IS NULL
    WHERE heir.event_id = events.id AND heir.role = 'owner'
  );
