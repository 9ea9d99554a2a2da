-- Secrets of mailed links, by the moment at which they run out: long after it the Scheduler removes them. Refresh tokens need
-- no index for that, because their ids begin with their time.
CREATE INDEX one_time_tokens_expires ON one_time_tokens (expires_at);
CREATE INDEX edit_nonces_expires ON edit_nonces (expires_at);
CREATE INDEX collaborator_invites_expires ON collaborator_invites (expires_at);
