-- Two more audiences, and the reminders that are for them. A check cannot be altered, so that the column is made again under
-- its name; a migration is one transaction, and the version that still runs sees no moment without it.
ALTER TABLE messages RENAME COLUMN audience TO former_audience;
ALTER TABLE messages ADD COLUMN audience TEXT NOT NULL DEFAULT 'everyone' CHECK (
  audience IN ('everyone', 'attending', 'pending', 'declined', 'maybe', 'attending_and_pending', 'attending_and_maybe',
    'pending_and_maybe')
);
UPDATE messages SET audience = former_audience;
-- Reminders that wait, whose audience no host has changed.
UPDATE messages SET audience = CASE slug
    WHEN 'reminder_7d' THEN 'pending_and_maybe'
    WHEN 'reminder_3d' THEN 'pending'
    ELSE 'attending_and_maybe'
  END
  WHERE slug IS NOT NULL AND segment IS NULL AND status IN ('draft', 'scheduled')
    AND audience = CASE WHEN slug IN ('reminder_7d', 'reminder_3d') THEN 'attending_and_pending' ELSE 'attending' END;
ALTER TABLE messages DROP COLUMN former_audience;
