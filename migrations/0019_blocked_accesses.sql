-- Whether anybody was blocked at a link is asked for every calendar file. Partial, so that only an access that is refused
-- pays for it.
CREATE INDEX access_logs_blocked ON access_logs (token_id) WHERE risk = 'block' AND automated = 0;
