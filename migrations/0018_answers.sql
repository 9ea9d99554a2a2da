-- A host may change an answer, too: lowering a party lowers its plus-ones. Such a change is a revision, but none of the
-- guest's five edits, so a revision's number is no longer the number of edits.
ALTER TABLE rsvps ADD COLUMN host_change_count INTEGER NOT NULL DEFAULT 0 CHECK (host_change_count >= 0);
-- The most plus-ones since the host changed the party after the answer; empty when that never happened. An edit is judged
-- by it in its write without a look at the guest's row.
ALTER TABLE rsvps ADD COLUMN max_plus_ones INTEGER CHECK (max_plus_ones BETWEEN 0 AND 19);

CREATE TABLE new_rsvp_revisions (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 0),
  response TEXT NOT NULL CHECK (response IN ('attending', 'declined', 'maybe')),
  plus_ones INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, -- when this state began
  replaced_at INTEGER NOT NULL, -- when it was replaced
  edit_count INTEGER NOT NULL DEFAULT 0, -- the guest's edits up to this state
  replaced_by TEXT NOT NULL DEFAULT 'guest' CHECK (replaced_by IN ('guest', 'host')),
  PRIMARY KEY (event_id, guest_id, revision),
  FOREIGN KEY (event_id, guest_id) REFERENCES rsvps (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_rsvp_revisions
  SELECT event_id, guest_id, revision, response, plus_ones, recorded_at, replaced_at, revision, 'guest'
  FROM rsvp_revisions;

DROP TABLE rsvp_revisions;
ALTER TABLE new_rsvp_revisions RENAME TO rsvp_revisions;

CREATE INDEX rsvp_revisions_replaced ON rsvp_revisions (event_id, replaced_at);

-- A message whose time a host chose does not move with its event unless the host asks for that.
ALTER TABLE messages ADD COLUMN own_time INTEGER NOT NULL DEFAULT 0 CHECK (own_time IN (0, 1));
-- A reminder that was cancelled because its time was past when its event was moved: it comes back when the event moves
-- far enough away. One that a host cancelled does not.
ALTER TABLE messages ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0 CHECK (skipped IN (0, 1));

UPDATE messages SET own_time = 1 WHERE slug IS NULL;

-- The texts of reminders that nobody has changed say the distance to the event that is true when they are sent.
UPDATE messages SET subject = '{{event_name}} is {{days_away}}'
  WHERE status IN ('draft', 'scheduled') AND ((slug = 'reminder_7d' AND subject = '{{event_name}} is a week away')
    OR (slug = 'reminder_1d' AND subject = 'Tomorrow: {{event_name}}')
    OR (slug = 'reminder_day_of' AND subject = 'Today: {{event_name}}'));
UPDATE messages SET body = replace(body, 'three days to go until {{event_name}} ({{event_date}}, {{venue}})',
    '{{event_name}} is {{days_away}} ({{event_date}}, {{venue}})')
  WHERE status IN ('draft', 'scheduled') AND slug = 'reminder_3d';
UPDATE messages SET body = replace(body, 'today is the day: {{event_name}}, {{event_date}}, {{venue}}',
    '{{event_name}} is {{days_away}}: {{event_date}}, {{venue}}')
  WHERE status IN ('draft', 'scheduled') AND slug = 'reminder_day_of';
