-- `step_up_from` takes the lower bands, too. A check cannot be altered, so that the column is made again under its name; a
-- migration is one transaction, and the version that still runs sees no moment without it.
ALTER TABLE events RENAME COLUMN step_up_from TO former_step_up_from;
ALTER TABLE events ADD COLUMN step_up_from TEXT NOT NULL DEFAULT 'block'
  CHECK (step_up_from = 'low' OR step_up_from = 'medium' OR step_up_from = 'high' OR step_up_from = 'block' OR step_up_from = 'never');
UPDATE events SET step_up_from = former_step_up_from WHERE former_step_up_from <> 'block';
ALTER TABLE events DROP COLUMN former_step_up_from;
