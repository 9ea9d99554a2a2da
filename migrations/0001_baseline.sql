-- The schema of the first release, grouped by area. Constraints carry the invariants.
--
-- Times are epoch milliseconds in UTC. IDs are UUID v7 in text form, so the order of a primary key is the order of creation.
-- Until the first release, a schema change edits this file, and databases made from an earlier version must be deleted.
-- Afterwards this file never changes: a change is a new file. See "Schema changes" in docs/operations.md.

-- The version of this file that a database was made from: one row.
CREATE TABLE schema_baseline (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  digest TEXT NOT NULL -- SHA-256; see scripts/migrations.ts
) STRICT;

-- Accounts, and what verifies that a request is theirs ----------------------------------------------------------------

-- Hosts and their collaborators. A deleted account keeps its row without an address, because other rows refer to it.
-- Databases after the first contain copies of the accounts that have a role on their events.
CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  email TEXT,
  email_key TEXT, -- the address in lower case, for uniqueness and look-ups
  name TEXT NOT NULL,
  password_hash TEXT, -- PHC string
  email_verified INTEGER NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
  failed_logins INTEGER NOT NULL DEFAULT 0 CHECK (failed_logins >= 0),
  locked_at INTEGER,
  sessions_valid_from INTEGER NOT NULL, -- access tokens issued before this time are rejected
  terms_accepted_at INTEGER,
  privacy_policy_accepted_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  locale TEXT NOT NULL DEFAULT 'en', -- BCP 47; the language of emails to the host
  signed_up_from TEXT, -- JSON, while the address is not verified: browser and place of the sign-up
  sign_ins_valid_from INTEGER NOT NULL DEFAULT 0, -- a change ends sign-ins that wait for the second factor
  -- A passkey or a confirmed authenticator app; triggers keep it.
  has_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (has_second_factor IN (0, 1)),
  CHECK ((deleted_at IS NULL) = (email IS NOT NULL)),
  CHECK ((email IS NULL) = (email_key IS NULL)),
  CHECK ((deleted_at IS NULL) = (password_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;
-- Requests about an unknown address write to this deleted account, so that they cost the same.
INSERT INTO users (id, name, sessions_valid_from, created_at, updated_at, deleted_at)
VALUES ('00000000-0000-7000-8000-000000000000', '', 0, 0, 0, 0);
CREATE UNIQUE INDEX users_live_email ON users (email_key) WHERE deleted_at IS NULL;

-- One row per refresh token. A family is one session; a token that is used twice ends its family.
CREATE TABLE refresh_tokens (
  id TEXT PRIMARY KEY NOT NULL,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256; the value itself is never stored
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  family_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  replaced_by TEXT REFERENCES refresh_tokens (id) DEFERRABLE INITIALLY DEFERRED,
  retry_key_hash TEXT, -- SHA-256 of the Idempotency-Key it was used with
  revoked_at INTEGER,
  CHECK ((used_at IS NULL) = (replaced_by IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
CREATE INDEX refresh_tokens_replaced_by ON refresh_tokens (replaced_by) WHERE replaced_by IS NOT NULL;

-- A session is a family of refresh tokens: its ID is their `family_id` and the claim `sid` of its access tokens. Only
-- in the accounts database, as refresh tokens are.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  method TEXT NOT NULL CHECK (method IN ('password', 'passkey')), -- how it was started
  authenticated_at INTEGER NOT NULL, -- the last time that a password, passkey or second factor was entered
  authenticated_country TEXT, -- of that time, if the platform knew it
  device TEXT, -- browser and system, from the user agent
  place TEXT, -- city and country if the platform knew them, otherwise the network
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL, -- of its newest refresh token
  last_used_place TEXT -- city and country, or a network
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user_id, id);
CREATE INDEX sessions_expires ON sessions (expires_at);

-- Sessions that ended before they expired. Written in the accounts database first, then copied to each database where
-- the user has events, so that the statements there reject the session's tokens. A live session has no row, so the
-- check is one look-up that finds nothing.
CREATE TABLE ended_sessions (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_sessions_user ON ended_sessions (user_id, ended_at);
CREATE INDEX ended_sessions_ended ON ended_sessions (ended_at);

-- The events whose live monitor a session has a ticket for. Their sockets are closed when the session ends.
CREATE TABLE session_monitors (
  session_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (session_id, event_id)
) STRICT, WITHOUT ROWID;

-- The networks from which a user has signed in, for 30 days.
CREATE TABLE sign_in_networks (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  network_hash TEXT NOT NULL, -- HMAC-SHA-256
  last_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, network_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_networks_last ON sign_in_networks (last_at);

-- Sign-ins and changes of how an account can be used, for 90 days.
CREATE TABLE account_log (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  credential_id TEXT, -- the credential that was created or ended
  place TEXT, -- city and country, or a network
  device TEXT, -- browser and system
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_log_user ON account_log (user_id, id);
CREATE INDEX account_log_at ON account_log (at);

-- WebAuthn credentials. Only public keys, so a copy of the database signs nobody in.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE, -- base64url, as the authenticator made it
  public_key TEXT NOT NULL, -- COSE key (RFC 9052) in base64url
  sign_count INTEGER NOT NULL CHECK (sign_count >= 0), -- rises with each use, or stays 0 for a synchronised passkey
  transports TEXT NOT NULL, -- JSON list, a hint for browsers
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  last_used_place TEXT -- city and country, or a network
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_user ON passkeys (user_id);

-- WebAuthn challenges that were used. A challenge is signed and carries its expiry, so only its use is stored.
CREATE TABLE used_challenges (
  challenge_hash TEXT PRIMARY KEY NOT NULL, -- SHA-256
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_challenges_expires ON used_challenges (expires_at);

-- Authenticator apps (TOTP), one per account.
CREATE TABLE totp_secrets (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret TEXT NOT NULL, -- AES-256-GCM under a key derived from the platform secret
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER, -- NULL until the first correct code: until then sign-in asks for no code
  last_step INTEGER NOT NULL DEFAULT 0 CHECK (last_step >= 0) -- the time step of the last code that was accepted
) STRICT, WITHOUT ROWID;

-- Copies whether an account has a second factor to its row, which every shard has. `updated_at` is the replica's version.
CREATE TRIGGER passkeys_added AFTER INSERT ON passkeys
BEGIN
  UPDATE users SET has_second_factor = 1, updated_at = updated_at + 1 WHERE id = new.user_id AND has_second_factor = 0;
END;
CREATE TRIGGER passkeys_removed AFTER DELETE ON passkeys
BEGIN
  UPDATE users SET has_second_factor = 0, updated_at = updated_at + 1 WHERE id = old.user_id
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = old.user_id)
    AND NOT EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = old.user_id AND confirmed_at IS NOT NULL);
END;
CREATE TRIGGER totp_secrets_confirmed AFTER UPDATE OF confirmed_at ON totp_secrets WHEN new.confirmed_at IS NOT NULL
BEGIN
  UPDATE users SET has_second_factor = 1, updated_at = updated_at + 1 WHERE id = new.user_id AND has_second_factor = 0;
END;
CREATE TRIGGER totp_secrets_removed AFTER DELETE ON totp_secrets WHEN old.confirmed_at IS NOT NULL
BEGIN
  UPDATE users SET has_second_factor = 0, updated_at = updated_at + 1 WHERE id = old.user_id
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = old.user_id);
END;

-- Tries of a code of an authenticator app that were wrong, for a day. From 20 on, only networks that signed in may try.
CREATE TABLE factor_failures (
  id TEXT PRIMARY KEY NOT NULL, -- UUIDv7
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX factor_failures_user ON factor_failures (user_id, at);
CREATE INDEX factor_failures_at ON factor_failures (at);

-- Recovery codes, as hashes.
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL, -- SHA-256 of a code of 125 random bits
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Keys by which programs act for a host, as hashes. Only in the accounts database.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY NOT NULL, -- used wherever a session ID is: `ended_sessions`, tickets, sockets
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE, -- SHA-256 of a key of 190 random bits
  prefix TEXT NOT NULL, -- the first 12 characters, shown to recognise the key
  scopes TEXT NOT NULL, -- JSON list
  event_ids TEXT, -- JSON list; NULL: every event of its maker
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER,
  last_used_place TEXT, -- city and country, or a network
  allowed_networks TEXT, -- JSON list of CIDRs; NULL: every network
  reminded_at INTEGER, -- when its maker was told that it expires soon
  replaced_by TEXT -- the key that a rotation has made in its place
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_user ON api_keys (user_id, id);
-- Connections that a key opened are closed when the key expires.
CREATE INDEX api_keys_expiry ON api_keys (expires_at);

-- Billing -------------------------------------------------------------------------------------------------------------

-- Subscriptions of the payment provider, and the tiers that an operator granted.
CREATE TABLE subscriptions (
  provider_subscription_id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  tier TEXT NOT NULL CHECK (tier IN ('pro', 'business')),
  status TEXT NOT NULL,
  granting INTEGER NOT NULL CHECK (granting IN (0, 1)), -- whether its status grants the tier
  current_period_end INTEGER,
  provider_customer_id TEXT NOT NULL,
  provider_updated_at INTEGER NOT NULL, -- the provider's time of the newest event that was applied
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX subscriptions_granting ON subscriptions (user_id) WHERE granting = 1;
CREATE INDEX subscriptions_user ON subscriptions (user_id);
CREATE INDEX subscriptions_customer ON subscriptions (provider_customer_id);

-- Events of the payment provider that were applied. A repeated one has no effect.
CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY NOT NULL,
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_events_received ON webhook_events (received_at);

-- Events and their settings -------------------------------------------------------------------------------------------

-- Events and their settings.
CREATE TABLE events (
  id TEXT PRIMARY KEY NOT NULL,
  host_id TEXT NOT NULL REFERENCES users (id),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description TEXT,
  venue TEXT,
  event_date INTEGER NOT NULL,
  end_time INTEGER,
  timezone TEXT NOT NULL DEFAULT 'UTC', -- IANA name
  fraud_medium_threshold INTEGER,
  fraud_high_threshold INTEGER,
  fraud_block_threshold INTEGER,
  code_networks TEXT NOT NULL DEFAULT '[]', -- JSON array: canonical networks from which guests need a code
  calendar_sequence INTEGER NOT NULL DEFAULT 0, -- RFC 5545 SEQUENCE: rises with every change that a calendar shows
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  cancelled_at INTEGER, -- NULL: the event takes place
  cancel_message TEXT, -- the host's explanation to the guests
  rsvp_deadline INTEGER, -- from then on guests can only decline
  capacity INTEGER CHECK (capacity BETWEEN 1 AND 100000), -- seats; NULL: unlimited
  waitlist INTEGER NOT NULL DEFAULT 0 CHECK (waitlist IN (0, 1)), -- whether a full event has a waitlist
  offer_hours INTEGER NOT NULL DEFAULT 24 CHECK (offer_hours BETWEEN 1 AND 168), -- how long an offered seat is reserved
  companion_names TEXT NOT NULL DEFAULT 'off' CHECK (companion_names IN ('off', 'optional', 'required')),
  -- People per invitation, the guest included, for guests whose party the host did not limit; NULL: 11.
  default_party_size INTEGER CHECK (default_party_size BETWEEN 1 AND 20),
  locale TEXT NOT NULL DEFAULT 'en', -- BCP 47
  -- How German and French texts address guests: with Sie and vous, or with du and tu.
  address_form TEXT NOT NULL DEFAULT 'formal' CHECK (address_form IN ('formal', 'informal')),
  reply_to TEXT, -- where replies to the event's emails go, once its owner has verified it
  reply_to_verified_at INTEGER,
  door_opens_at INTEGER, -- NULL: two hours before the event
  lost_links INTEGER NOT NULL DEFAULT 1 CHECK (lost_links IN (0, 1)), -- whether guests may ask for a lost link
  step_up_from TEXT NOT NULL DEFAULT 'block' CHECK (
    step_up_from = 'low' OR step_up_from = 'medium' OR step_up_from = 'high' OR step_up_from = 'block'
    OR step_up_from = 'never'
  ),
  sms_countries TEXT, -- ISO 3166, separated by commas: where text messages go. NULL: the country of the time zone
  require_second_factor INTEGER NOT NULL DEFAULT 0 CHECK (require_second_factor IN (0, 1)), -- of every member
  CHECK (end_time IS NULL OR end_time > event_date),
  CHECK (
    (fraud_medium_threshold IS NULL AND fraud_high_threshold IS NULL AND fraud_block_threshold IS NULL)
    OR (fraud_medium_threshold >= 1 AND fraud_medium_threshold < fraud_high_threshold
    AND fraud_high_threshold < fraud_block_threshold AND fraud_block_threshold <= 100)
  )
) STRICT, WITHOUT ROWID;
CREATE INDEX events_host ON events (host_id) WHERE deleted_at IS NULL;
CREATE INDEX events_deleted ON events (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX events_date ON events (event_date) WHERE deleted_at IS NULL;
-- `updated_at` is a row's version, which an update raises itself; triggers like this one are for those that do not.
CREATE TRIGGER events_changed AFTER UPDATE OF host_id, name, description, venue, event_date, end_time, timezone,
  fraud_medium_threshold, fraud_high_threshold, fraud_block_threshold, deleted_at, cancelled_at, cancel_message,
  rsvp_deadline, capacity, waitlist, offer_hours, companion_names, default_party_size, locale, address_form, reply_to,
  reply_to_verified_at, door_opens_at, lost_links, step_up_from, sms_countries, require_second_factor ON events
  WHEN new.updated_at = old.updated_at
BEGIN
  UPDATE events SET updated_at = updated_at + 1 WHERE id = new.id;
END;

-- The members of an event with their roles, the host included.
CREATE TABLE event_collaborators (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL DEFAULT 0, -- the row's version
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_collaborators_user ON event_collaborators (user_id, event_id);
CREATE TRIGGER event_collaborators_changed AFTER UPDATE OF role ON event_collaborators
  WHEN new.updated_at = old.updated_at
BEGIN
  UPDATE event_collaborators SET updated_at = updated_at + 1 WHERE event_id = new.event_id AND user_id = new.user_id;
END;

-- Invitations to work on an event, until they are accepted or expire. The secret of its link has the invite's ID as subject.
CREATE TABLE collaborator_invites (
  id TEXT PRIMARY KEY NOT NULL, -- of the newest email; another email replaces it
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  invited_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX collaborator_invites_pending ON collaborator_invites (event_id, email_key) WHERE accepted_at IS NULL;
CREATE INDEX collaborator_invites_expires ON collaborator_invites (expires_at);

-- An event's theme, colour, font and images.
CREATE TABLE event_branding (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  primary_color TEXT CHECK (primary_color GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  font TEXT,
  logo_url TEXT CHECK (logo_url LIKE '/uploads/%'),
  cover_url TEXT CHECK (cover_url LIKE '/uploads/%'),
  updated_at INTEGER NOT NULL,
  theme TEXT -- NULL: the default theme
) STRICT, WITHOUT ROWID;
CREATE TRIGGER event_branding_changed AFTER UPDATE OF primary_color, font, logo_url, cover_url, theme ON event_branding
  WHEN new.updated_at = old.updated_at
BEGIN
  UPDATE event_branding SET updated_at = updated_at + 1 WHERE event_id = new.event_id;
END;

-- The host's custom texts; NULL: the default text.
CREATE TABLE event_texts (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  invitation_subject TEXT,
  invitation_body TEXT,
  confirmation_body TEXT,
  reminder_footer TEXT,
  updated_at INTEGER NOT NULL,
  translations TEXT -- custom texts in further languages, a JSON object by language tag; NULL: none
) STRICT, WITHOUT ROWID;
CREATE TRIGGER event_texts_changed AFTER UPDATE OF invitation_subject, invitation_body, confirmation_body,
  reminder_footer, translations ON event_texts
  WHEN new.updated_at = old.updated_at
BEGIN
  UPDATE event_texts SET updated_at = updated_at + 1 WHERE event_id = new.event_id;
END;

-- The questions of an event, all in one row: an invitation reads one row more, however many questions there are.
CREATE TABLE event_questions (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  items TEXT NOT NULL CHECK (json_valid(items)), -- the questions that guests are asked
  -- Earlier questions, so that their answers keep a label.
  removed TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(removed)),
  version INTEGER NOT NULL DEFAULT 1, -- counts the changes: an answer is validated against one version
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER event_questions_changed AFTER UPDATE OF items, removed, version ON event_questions
  WHEN new.updated_at = old.updated_at
BEGIN
  UPDATE event_questions SET updated_at = updated_at + 1 WHERE event_id = new.event_id;
END;

-- Networks that a member has marked as trusted.
CREATE TABLE event_allowlist (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  ip_cidr TEXT NOT NULL, -- canonical: no host bits, IPv4-mapped IPv6 as IPv4
  note TEXT,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, ip_cidr)
) STRICT, WITHOUT ROWID;

-- Uploaded images. The file itself is in object storage.
CREATE TABLE uploads (
  file TEXT PRIMARY KEY NOT NULL, -- 32 hexadecimal digits and the extension
  user_id TEXT NOT NULL REFERENCES users (id),
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  check_at INTEGER NOT NULL, -- when the Scheduler looks whether an event shows it
  unused_at INTEGER -- since when no event may choose it, because none showed it; it is deleted at the next look
) STRICT, WITHOUT ROWID;
CREATE INDEX uploads_user ON uploads (user_id, created_at);
CREATE INDEX uploads_check ON uploads (check_at);

-- Guests and links ----------------------------------------------------------------------------------------------------

-- Everything a guest owns is keyed by (event_id, guest_id): a row can only belong to its own event, the rows of an
-- event lie together, and deleting a guest deletes them all.
CREATE TABLE guests (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  name_key TEXT NOT NULL, -- the name without case and accents, to sort by: SQLite's lower() only knows ASCII
  email TEXT,
  email_key TEXT,
  phone TEXT CHECK (phone GLOB '+[1-9]*'), -- E.164
  party_size INTEGER CHECK (party_size BETWEEN 1 AND 20),
  notes TEXT,
  invited_at INTEGER,
  opened_at INTEGER, -- first view by a human
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  mailed_at INTEGER, -- when the last invitation to the current address was requested
  -- Of that invitation; compared one by one, as in `access_logs`.
  delivery_status TEXT CHECK (
    delivery_status = 'queued' OR delivery_status = 'sent' OR delivery_status = 'delivered'
    OR delivery_status = 'bounced' OR delivery_status = 'complained' OR delivery_status = 'suppressed'
    OR delivery_status = 'failed'
  ),
  delivery_reason TEXT,
  delivery_at INTEGER,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)), -- ["family", …]
  table_name TEXT CHECK (length(table_name) BETWEEN 1 AND 100),
  external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 200), -- the guest's ID in the host's own system
  locale TEXT, -- BCP 47; NULL: the event's language
  companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions)), -- [{name}]: a household with one link
  greeting TEXT CHECK (length(greeting) BETWEEN 1 AND 80), -- how the guest is greeted; NULL: by the name
  -- The tags without case, each between line breaks, for filters and audiences: rows of json_each are billed as rows
  -- read.
  tag_keys TEXT NOT NULL DEFAULT '',
  code_asked_at INTEGER, -- when a host wanted each browser of the link to enter a code, until one does
  counted_at INTEGER, -- when a confirmation of the guest's own reply last counted as a recipient of the host
  address_since INTEGER, -- since when the guest has this address; NULL: since the guest was added
  -- The door added the guest above the guest limit of the host's tier. While the list is above it, no link is issued.
  over_tier INTEGER NOT NULL DEFAULT 0 CHECK (over_tier IN (0, 1)),
  PRIMARY KEY (event_id, id),
  CHECK ((email IS NULL) = (email_key IS NULL))
) STRICT, WITHOUT ROWID;
-- The address is first: a bounce or complaint finds the guests with an address on every event.
CREATE UNIQUE INDEX guests_email ON guests (email_key, event_id) WHERE email_key IS NOT NULL;
CREATE UNIQUE INDEX guests_external_id ON guests (event_id, external_id) WHERE external_id IS NOT NULL;

-- Only what hosts change: a link that is opened or a mail that is delivered leaves the version as it is.
CREATE TRIGGER guests_changed AFTER UPDATE OF name, email, phone, party_size, notes, tags, table_name, external_id, locale,
  companions, greeting, code_asked_at ON guests
  WHEN new.updated_at = old.updated_at
BEGIN
  UPDATE guests SET updated_at = updated_at + 1 WHERE event_id = new.event_id AND id = new.id;
END;

-- The number of guests per event, written in the batch of every change to the list. Adding a guest costs the same in a
-- list of ten and of five thousand.
CREATE TABLE guest_counts (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  guests INTEGER NOT NULL CHECK (guests >= 0)
) STRICT, WITHOUT ROWID;

-- A guest's personal links. At most one per guest is valid.
CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY NOT NULL, -- the link token is derived from it and not stored
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  utm_source TEXT,
  used INTEGER NOT NULL DEFAULT 0 CHECK (used IN (0, 1)),
  created_at INTEGER NOT NULL,
  notified_at INTEGER, -- when an email with the link was last requested
  sent_at INTEGER, -- when the notifier sent that invitation
  revoked_at INTEGER,
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- One valid token per guest; revoked tokens differ by their IDs. One index instead of two, because links are written by
-- the thousand.
CREATE UNIQUE INDEX access_tokens_guest
  ON access_tokens (event_id, guest_id, (CASE WHEN revoked_at IS NULL THEN '' ELSE id END));

-- The secrets of emailed links. Those of an account are on the first shard, those of an event on the event's shard.
CREATE TABLE secrets (
  hash TEXT PRIMARY KEY NOT NULL, -- SHA-256, of a complaint code an HMAC; the secret itself is only in the email
  kind TEXT NOT NULL CHECK (kind IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change', 'edit_nonce', 'reply_to', 'collaborator_invite', 'complaint_code')),
  subject TEXT NOT NULL, -- ID of the user, event, link or invite that the secret is about; an email address for a complaint code
  payload TEXT NOT NULL DEFAULT '{}', -- JSON; emptied when the secret is used
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  event_id TEXT REFERENCES events (id) ON DELETE CASCADE,
  token_id TEXT REFERENCES access_tokens (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_user ON secrets (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX secrets_event ON secrets (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX secrets_token ON secrets (token_id) WHERE token_id IS NOT NULL;
-- Of these kinds the newest request counts.
CREATE UNIQUE INDEX secrets_newest ON secrets (kind, subject) WHERE kind IN ('change_email', 'reply_to', 'complaint_code');
-- The Scheduler deletes expired secrets by this index. Refresh tokens need none, because their IDs start with the time.
CREATE INDEX secrets_expires ON secrets (expires_at);

-- Facts about a guest's device beyond its accesses: its user has verified the guest's email or phone, or the guest has
-- removed it. Most guests have no row.
CREATE TABLE guest_devices (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  device TEXT NOT NULL CHECK (length(device) = 22),
  proved_at INTEGER,
  ended_at INTEGER,
  expires_at INTEGER NOT NULL, -- 30 days after the event's date at the time of writing
  PRIMARY KEY (event_id, guest_id, device),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK (proved_at IS NOT NULL OR ended_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX guest_devices_expires ON guest_devices (expires_at);

-- RSVPs and seats -----------------------------------------------------------------------------------------------------

-- The RSVP of a guest.
CREATE TABLE rsvps (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  id TEXT NOT NULL,
  response TEXT NOT NULL CHECK (response IN ('attending', 'declined', 'maybe')),
  plus_ones INTEGER NOT NULL CHECK (plus_ones BETWEEN 0 AND 19),
  risk_score INTEGER CHECK (risk_score BETWEEN 0 AND 100),
  edit_count INTEGER NOT NULL DEFAULT 0 CHECK (edit_count BETWEEN 0 AND 5),
  user_agent TEXT NOT NULL, -- of the device that answered; the edit gate compares it
  fingerprint TEXT NOT NULL CHECK (json_valid(fingerprint)),
  submitted_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Changes by a host, such as a smaller party. They are revisions, but do not count as the guest's five edits.
  host_change_count INTEGER NOT NULL DEFAULT 0 CHECK (host_change_count >= 0),
  -- The limit since the host last changed the party after the RSVP; NULL: not changed since the RSVP, or since the
  -- event's default changed. An edit checks it without reading the guest.
  max_plus_ones INTEGER CHECK (max_plus_ones BETWEEN 0 AND 19),
  companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions)), -- [{name, attending, answers}]
  answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers)), -- {question id: value}
  answered_by TEXT NOT NULL DEFAULT 'guest' CHECK (answered_by IN ('guest', 'host')),
  -- Seats of an attending party: the guest and the companions who attend.
  heads INTEGER NOT NULL DEFAULT 0 CHECK (heads BETWEEN 0 AND 20),
  waitlisted_at INTEGER, -- since when the party waits; defines its place
  offer_expires_at INTEGER,
  -- NULL: not attending, or the offer expired.
  seat TEXT CHECK (seat = 'confirmed' OR seat = 'waitlisted' OR seat = 'offered'),
  -- Hash of the device ID of the request that answered; NULL: the request had none.
  device TEXT CHECK (length(device) = 22),
  -- How the device that answered is recognised: by its device ID, by its user agent if the request had no ID, or
  -- `anyone` while only a host has recorded the answer.
  recognised_by TEXT NOT NULL DEFAULT 'user_agent' CHECK (
    recognised_by = 'device_id' OR recognised_by = 'user_agent' OR recognised_by = 'anyone'
  ),
  locale TEXT, -- BCP 47: the language that the guest chose on the page; NULL: none
  -- Whether the current answer came from a device that was new to the link, at medium risk or more.
  new_device INTEGER NOT NULL DEFAULT 0 CHECK (new_device IN (0, 1)),
  PRIMARY KEY (event_id, guest_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- The event's activity list reads the newest RSVPs.
CREATE INDEX rsvps_submitted ON rsvps (event_id, submitted_at);
-- By party size, then time: finds the longest-waiting party that fits.
CREATE INDEX rsvps_waitlist ON rsvps (event_id, heads, waitlisted_at) WHERE seat = 'waitlisted';
-- By time: a party's place on the waitlist, and the next party.
CREATE INDEX rsvps_waiting ON rsvps (event_id, waitlisted_at) WHERE seat = 'waitlisted';
CREATE INDEX rsvps_offers ON rsvps (offer_expires_at) WHERE seat = 'offered';
-- Guests who declined get no change notice.
CREATE INDEX rsvps_declined ON rsvps (event_id, guest_id) WHERE response = 'declined';
-- A broadcast looks up the languages that guests chose: few did, and for the others it reads no row. With `locale` as a
-- column of the key it would, because the condition then is a range.
CREATE INDEX rsvps_locale ON rsvps (event_id, guest_id) WHERE locale IS NOT NULL;
CREATE TRIGGER rsvps_seat_taken AFTER INSERT ON rsvps WHEN new.seat IN ('confirmed', 'offered')
BEGIN
  INSERT INTO event_seats (event_id, held) VALUES (new.event_id, new.heads)
    ON CONFLICT (event_id) DO UPDATE SET held = held + excluded.held;
END;
CREATE TRIGGER rsvps_seat_changed AFTER UPDATE OF seat, heads ON rsvps
  WHEN iif(old.seat IN ('confirmed', 'offered'), old.heads, 0) <> iif(new.seat IN ('confirmed', 'offered'), new.heads, 0)
BEGIN
  INSERT INTO event_seats (event_id, held) VALUES (new.event_id, new.heads)
    ON CONFLICT (event_id) DO UPDATE SET held = held
      + iif(new.seat IN ('confirmed', 'offered'), new.heads, 0) - iif(old.seat IN ('confirmed', 'offered'), old.heads, 0);
END;
CREATE TRIGGER rsvps_seat_freed AFTER DELETE ON rsvps WHEN old.seat IN ('confirmed', 'offered')
BEGIN
  UPDATE event_seats SET held = held - old.heads WHERE event_id = old.event_id;
END;

-- The state of an RSVP before each change: revision n is the state that change n + 1 replaced.
CREATE TABLE rsvp_revisions (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 0),
  response TEXT NOT NULL CHECK (response = 'attending' OR response = 'declined' OR response = 'maybe'),
  plus_ones INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL, -- when this state began
  replaced_at INTEGER NOT NULL, -- when it was replaced
  edit_count INTEGER NOT NULL DEFAULT 0, -- the guest's edits up to this state
  replaced_by TEXT NOT NULL DEFAULT 'guest' CHECK (replaced_by IN ('guest', 'host')),
  companions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(companions)), -- [{name, attending, answers}]
  answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers)), -- {question id: value}
  answered_by TEXT NOT NULL DEFAULT 'guest' CHECK (answered_by IN ('guest', 'host')),
  new_device INTEGER NOT NULL DEFAULT 0 CHECK (new_device IN (0, 1)), -- as in `rsvps`
  seat TEXT CHECK (seat = 'confirmed' OR seat = 'waitlisted' OR seat = 'offered'),
  risk_score INTEGER CHECK (risk_score BETWEEN 0 AND 100),
  PRIMARY KEY (event_id, guest_id, revision),
  FOREIGN KEY (event_id, guest_id) REFERENCES rsvps (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX rsvp_revisions_replaced ON rsvp_revisions (event_id, replaced_at);

-- The seats that confirmed parties and open offers occupy. Triggers on `rsvps` maintain it, so no statement can forget
-- it, and one row says whether an event is full.
CREATE TABLE event_seats (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  held INTEGER NOT NULL CHECK (held >= 0)
) STRICT, WITHOUT ROWID;

-- Every offer of seats to a waitlisted party. Its outcome is in the RSVP and its revisions.
CREATE TABLE seat_offers (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  offered_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  heads INTEGER NOT NULL CHECK (heads BETWEEN 1 AND 20),
  offered_by TEXT REFERENCES users (id), -- the member who offered it out of turn; NULL: it was the party's turn
  PRIMARY KEY (event_id, guest_id, offered_at),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_offers_offered ON seat_offers (event_id, offered_at);

-- Waiting parties that were not offered free seats, because they could not be emailed.
CREATE TABLE passed_over (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (
    reason IN ('bounced', 'complained', 'unsubscribed', 'mailbox_limit', 'email_unverified', 'sending_paused', 'sending_limit')
  ),
  at INTEGER NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1)), -- the reason has ended, or the party waits no more
  PRIMARY KEY (event_id, guest_id, at),
  FOREIGN KEY (event_id, guest_id) REFERENCES rsvps (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX passed_over_open ON passed_over (event_id, guest_id) WHERE ended = 0;
CREATE INDEX passed_over_at ON passed_over (event_id, at);
CREATE TRIGGER passed_over_seat AFTER UPDATE OF seat ON rsvps
  WHEN old.seat = 'waitlisted' AND new.seat IS NOT 'waitlisted'
BEGIN
  UPDATE passed_over SET ended = 1 WHERE event_id = new.event_id AND guest_id = new.guest_id AND ended = 0;
END;

-- Waitlists whose offers the Scheduler resumes: their host may email nobody, or the reason of a passed-over party ends.
CREATE TABLE stalled_waitlists (
  event_id TEXT PRIMARY KEY NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  -- Why the host may email nobody; NULL: the host may.
  reason TEXT CHECK (
    reason IN ('bounced', 'complained', 'unsubscribed', 'mailbox_limit', 'email_unverified', 'sending_paused', 'sending_limit')
  ),
  resume_at INTEGER NOT NULL -- 0: now
) STRICT, WITHOUT ROWID;
CREATE INDEX stalled_waitlists_due ON stalled_waitlists (resume_at);

-- Access and risk -----------------------------------------------------------------------------------------------------

-- Every use of a link. The primary key starts with the guest, because deleting a guest finds these rows by its first
-- columns. CHECKs compare values one by one: for `IN` with three or more values SQLite builds a table on every insert,
-- and D1 bills its rows.
CREATE TABLE access_logs (
  event_id TEXT NOT NULL,
  id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  token_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind = 'access' OR kind = 'rsvp' OR kind = 'edit'),
  at INTEGER NOT NULL,
  ip_address TEXT,
  user_agent TEXT,
  referrer TEXT,
  fingerprint TEXT NOT NULL CHECK (json_valid(fingerprint)),
  score INTEGER CHECK (score BETWEEN 0 AND 100),
  risk TEXT CHECK (risk = 'low' OR risk = 'medium' OR risk = 'high' OR risk = 'block'),
  reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
  evidence TEXT CHECK (json_valid(evidence)),
  automated INTEGER NOT NULL DEFAULT 0 CHECK (automated = 0 OR automated = 1),
  scored_at INTEGER,
  geo_country TEXT,
  geo_city TEXT,
  geo_lat REAL CHECK (geo_lat BETWEEN -90 AND 90),
  geo_lon REAL CHECK (geo_lon BETWEEN -180 AND 180),
  -- Hash of the device ID that this guest's link gave the browser; NULL: the request had none. Devices are listed from
  -- here, so a view writes no other row.
  device TEXT CHECK (length(device) = 22),
  asked_at INTEGER, -- when the browser of this access asked the host to confirm that it is the guest's
  -- Accesses of this row. Above 60 an hour, a link's repeated accesses by one device share a row.
  count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0),
  last_at INTEGER, -- of the last one; NULL: of the only one
  PRIMARY KEY (event_id, guest_id, id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK ((score IS NULL) = (risk IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX access_logs_id ON access_logs (event_id, id);
-- Partial, so that inserting an access without a band does not write it.
CREATE INDEX access_logs_risk ON access_logs (event_id, risk, id) WHERE risk IS NOT NULL;
CREATE INDEX access_logs_blocked ON access_logs (token_id) WHERE risk = 'block' AND automated = 0;
CREATE INDEX access_logs_asked ON access_logs (event_id, asked_at) WHERE asked_at IS NOT NULL;

-- Accesses past their retention period, as counts without personal data.
CREATE TABLE access_log_counts (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  day INTEGER NOT NULL, -- since the epoch, in UTC
  kind TEXT NOT NULL CHECK (kind IN ('access', 'rsvp', 'edit')),
  automated INTEGER NOT NULL CHECK (automated IN (0, 1)),
  risk TEXT NOT NULL CHECK (risk IN ('unscored', 'low', 'medium', 'high', 'block')),
  score INTEGER NOT NULL CHECK (score BETWEEN -1 AND 100), -- -1: no score
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (event_id, day, kind, automated, risk, score)
) STRICT, WITHOUT ROWID;

-- A verdict on an access, by a member or by the guest.
CREATE TABLE fraud_feedback (
  access_log_id TEXT PRIMARY KEY NOT NULL,
  event_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('legitimate', 'suspicious')),
  note TEXT,
  marked_by TEXT REFERENCES users (id), -- NULL: the guest
  marked_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, access_log_id) REFERENCES access_logs (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX fraud_feedback_event ON fraud_feedback (event_id, marked_at);

-- Guests who reported an access through an emailed link: "it wasn't me".
CREATE TABLE access_reports (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  access_log_id TEXT NOT NULL,
  token_id TEXT NOT NULL, -- the link that the access used
  -- The outcome for the RSVP. `kept`: another change has replaced it since.
  answer TEXT NOT NULL CHECK (answer = 'restored' OR answer = 'unchanged' OR answer = 'kept'),
  reported_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, guest_id, access_log_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX access_reports_at ON access_reports (event_id, reported_at);

-- Networks from which many guests sent their first RSVP within minutes, for the host.
CREATE TABLE reply_networks (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  network TEXT NOT NULL, -- canonical: an IPv4 address (/32) or an IPv6 /64
  first_at INTEGER NOT NULL, -- of the first RSVP that was counted
  last_at INTEGER NOT NULL,
  replies INTEGER NOT NULL, -- guests whose first RSVP came from there since first_at
  status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'trusted', 'undone')),
  closed_at INTEGER, -- of the host's last decision
  closed_by TEXT REFERENCES users (id),
  closed_replies INTEGER NOT NULL DEFAULT 0, -- `replies` at that time
  undo_started_at INTEGER,
  undo_finished_at INTEGER, -- NULL while the undo runs
  PRIMARY KEY (event_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX reply_networks_network ON reply_networks (event_id, network);
CREATE INDEX reply_networks_open ON reply_networks (event_id) WHERE status = 'open';
CREATE INDEX reply_networks_last ON reply_networks (last_at);

-- The RSVPs of such a network that a host undoes.
CREATE TABLE undone_replies (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  network_id TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  requested_by TEXT NOT NULL REFERENCES users (id),
  replied_at INTEGER NOT NULL, -- when the guest's link was first used for an RSVP from the network
  -- NULL until it is done. `unchanged`: nothing of the network was left.
  outcome TEXT CHECK (outcome IN ('deleted', 'restored', 'kept', 'unchanged')),
  reason TEXT CHECK (reason IN ('changed', 'arrived')), -- why it was kept
  done_at INTEGER,
  PRIMARY KEY (event_id, guest_id, network_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  FOREIGN KEY (event_id, network_id) REFERENCES reply_networks (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX undone_replies_pending ON undone_replies (event_id, network_id) WHERE outcome IS NULL;

-- Codes that were sent to guests to verify their email or phone. The code is derived from the row's ID when it is sent
-- and compared by its HMAC, so it is not stored.
CREATE TABLE challenges (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  id TEXT NOT NULL,
  token_id TEXT NOT NULL, -- the link that it is for
  channel TEXT NOT NULL CHECK (channel = 'email' OR channel = 'sms'),
  code_mac TEXT, -- NULL once the code works no more
  -- Of the device that asked for it, on its newest row within the hour: also for codes that another device asked for later.
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 6),
  -- 'failed': the tries of one device, or those that the others share, were used up; the code still works for the rest.
  status TEXT NOT NULL CHECK (status = 'open' OR status = 'passed' OR status = 'failed' OR status = 'replaced'),
  access_log_id TEXT, -- the last access of the device that asked for it
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  device TEXT CHECK (length(device) = 22), -- hash of the device ID of the request that asked for it
  other_tries INTEGER NOT NULL DEFAULT 0 CHECK (other_tries BETWEEN 0 AND 6), -- of devices that asked for no code
  PRIMARY KEY (event_id, guest_id, id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE,
  CHECK ((status = 'open') = (ended_at IS NULL)),
  CHECK (status = 'open' OR status = 'failed' OR code_mac IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_sent ON challenges (event_id, created_at);
CREATE INDEX challenges_ended ON challenges (event_id, ended_at) WHERE status = 'passed' OR status = 'failed';
CREATE INDEX challenges_created ON challenges (created_at);

-- Progress of the pass that aggregates old accesses, one row. Each Scheduler run continues it.
CREATE TABLE access_log_aggregation (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  after_event TEXT NOT NULL, -- the last event that was processed; empty: no pass is running
  finished_at INTEGER NOT NULL -- when the last complete pass ended
) STRICT;
INSERT INTO access_log_aggregation (id, after_event, finished_at) VALUES (1, '', 0);

-- The door ------------------------------------------------------------------------------------------------------------

-- The check-in of a guest's party.
CREATE TABLE check_ins (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  id TEXT NOT NULL,
  checked_in_at INTEGER NOT NULL, -- when the party arrived
  recorded_at INTEGER NOT NULL, -- when the service received it: later for an offline scan
  checked_in_by TEXT NOT NULL REFERENCES users (id),
  arrival_count INTEGER NOT NULL CHECK (arrival_count BETWEEN 1 AND 20),
  notes TEXT,
  walk_in INTEGER NOT NULL DEFAULT 0 CHECK (walk_in IN (0, 1)),
  nonce TEXT, -- chosen by the scanner; makes a retry safe
  claimed_at INTEGER, -- the arrival time that a scanner claimed, if it was before the door opened or ahead of the clock
  -- A walk-in beyond the guest limit of the host's tier.
  over_limit INTEGER NOT NULL DEFAULT 0 CHECK (over_limit IN (0, 1)),
  -- The door device that recorded it; NULL: a member. No foreign key, because the device may be deleted first.
  device_id TEXT,
  PRIMARY KEY (event_id, guest_id),
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX check_ins_id ON check_ins (event_id, id);
CREATE UNIQUE INDEX check_ins_nonce ON check_ins (event_id, nonce) WHERE nonce IS NOT NULL;

-- Members of a party who arrived after the first. `check_ins.arrival_count` is the total.
CREATE TABLE check_in_arrivals (
  event_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  nonce TEXT NOT NULL, -- chosen by the scanner; makes a retry safe
  id TEXT NOT NULL,
  arrival_count INTEGER NOT NULL CHECK (arrival_count BETWEEN 1 AND 19),
  recorded_at INTEGER NOT NULL,
  recorded_by TEXT NOT NULL REFERENCES users (id),
  device_id TEXT, -- of `door_devices`; NULL: a member
  PRIMARY KEY (event_id, guest_id, nonce),
  FOREIGN KEY (event_id, guest_id) REFERENCES check_ins (event_id, guest_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Devices at the door that scan without an account. A device's ticket is a JWT and is not stored; every use of it reads
-- this row.
CREATE TABLE door_devices (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  can_scan INTEGER NOT NULL CHECK (can_scan IN (0, 1)),
  can_walk_in INTEGER NOT NULL CHECK (can_walk_in IN (0, 1)),
  can_override INTEGER NOT NULL CHECK (can_override IN (0, 1)),
  made_by TEXT NOT NULL REFERENCES users (id), -- the device is revoked with this member's role
  session_id TEXT, -- a scanner ticket is revoked with the session that asked for it; NULL: a named device
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- NULL: the event's window at the time of each use, so it moves with the event
  revoked_at INTEGER,
  last_used_at INTEGER, -- to the minute
  last_network TEXT, -- of the last use: a /24 or /48
  PRIMARY KEY (event_id, id)
) STRICT, WITHOUT ROWID;
-- Expired tickets are deleted; named devices are deleted with their event.
CREATE INDEX door_devices_expiry ON door_devices (expires_at) WHERE expires_at IS NOT NULL;

-- Uses of a door device that count against one of its limits: one row per use, until it leaves the window of a minute.
-- The uses of a kind are numbered without gaps, so the first and the last row give their count.
CREATE TABLE door_device_uses (
  event_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('preview', 'check_in', 'walk_in')),
  at INTEGER NOT NULL, -- never before the previous use of the kind
  number INTEGER NOT NULL,
  PRIMARY KEY (event_id, device_id, kind, at, number),
  FOREIGN KEY (event_id, device_id) REFERENCES door_devices (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- How far the Scheduler has republished check-ins whose Worker stopped before it published them.
CREATE TABLE arrival_rounds (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id IN (0, 1)),
  until INTEGER NOT NULL
) STRICT;

-- Messages and deliveries ---------------------------------------------------------------------------------------------

-- Messages of hosts to their guests, automatic reminders, and change notices.
CREATE TABLE messages (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  slug TEXT CHECK (slug IN ('reminder_7d', 'reminder_3d', 'reminder_1d', 'reminder_day_of')), -- an automatic reminder
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  send_at INTEGER,
  status TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'sending', 'sent', 'cancelled', 'failed')),
  created_by TEXT REFERENCES users (id), -- NULL: created with the event
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  claimed_at INTEGER,
  finished_at INTEGER,
  -- 1: a host chose the time, so it does not move with the event.
  own_time INTEGER NOT NULL DEFAULT 0 CHECK (own_time IN (0, 1)),
  -- Why the message was cancelled although no host cancelled it: its time had passed, the event was cancelled, replies were
  -- closed, the event was full, or no guest was left. It may return when the event changes; one that a host cancelled
  -- does not.
  skip_reason TEXT CHECK (
    skip_reason IS NULL OR (
      status = 'cancelled' AND skip_reason IN ('past', 'event_cancelled', 'closed', 'full', 'nobody_left')
    )
  ),
  -- Whether guests without an RSVP who never got a link are recipients.
  not_invited TEXT NOT NULL DEFAULT 'include' CHECK (not_invited IN ('include', 'skip')),
  notice TEXT CHECK (notice IN ('changed', 'cancelled', 'reinstated')), -- NULL: a host's message or a reminder
  -- Of a change notice: {field of the event: [the value that guests know]}.
  changed_from TEXT CHECK (json_valid(changed_from)),
  -- 'unopened', 'undelivered', 'waitlisted', 'offered', 'checked_in', 'not_arrived', 'chosen', or 'tag:' with a tag;
  -- `audience` is then 'everyone'.
  segment TEXT CHECK (length(segment) BETWEEN 1 AND 100),
  translations TEXT, -- the message in further languages, a JSON object by language tag; NULL: none
  audience TEXT NOT NULL DEFAULT 'everyone' CHECK (
    audience IN ('everyone', 'attending', 'pending', 'declined', 'maybe', 'attending_and_pending',
    'attending_and_maybe', 'pending_and_maybe')
  ),
  -- Of a change notice: 1 leaves out guests whom no email has reached. A cancellation leaves out none.
  skip_never_emailed INTEGER NOT NULL DEFAULT 0 CHECK (skip_never_emailed IN (0, 1)),
  PRIMARY KEY (event_id, id),
  CHECK (status = 'draft' OR status = 'cancelled' OR send_at IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX messages_slug ON messages (event_id, slug) WHERE slug IS NOT NULL;
CREATE INDEX messages_due ON messages (send_at) WHERE status = 'scheduled';
-- Messages to chosen guests. Those to one guest count towards the emails of the mailbox.
CREATE INDEX messages_chosen ON messages (event_id, claimed_at) WHERE segment = 'chosen';
CREATE INDEX messages_sending ON messages (claimed_at) WHERE status = 'sending';
CREATE UNIQUE INDEX messages_notice ON messages (event_id) WHERE notice IS NOT NULL AND status = 'scheduled';

-- The recipients of a message that is not sent to an audience by response.
CREATE TABLE message_recipients (
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  PRIMARY KEY (event_id, message_id, guest_id),
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The recipients of a message, split by guest ID into parts that one consumer handles at a time. Written when the
-- message is claimed; the message is sent when every part is done.
CREATE TABLE message_batches (
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 0),
  from_guest TEXT NOT NULL, -- both bounds are emptied when the part is done
  before_guest TEXT NOT NULL, -- the first guest of the next part, or a value after every ID
  done_at INTEGER,
  PRIMARY KEY (event_id, message_id, number),
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One row per recipient of a message, written when the message is claimed. It has no index on the guest: a broadcast
-- writes thousands of rows, so a trigger on `guests` deletes a guest's rows instead.
CREATE TABLE message_deliveries (
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  guest_id TEXT NOT NULL,
  response TEXT, -- the response that put the guest into the audience
  status TEXT NOT NULL DEFAULT 'pending' CHECK (
    status = 'pending' OR status = 'sent' OR status = 'delivered' OR status = 'failed' OR status = 'suppressed'
    OR status = 'unreachable' OR status = 'bounced' OR status = 'complained'
  ),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  provider TEXT,
  provider_message_id TEXT,
  bounce_type TEXT,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, message_id, guest_id),
  FOREIGN KEY (event_id, message_id) REFERENCES messages (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX message_deliveries_text ON message_deliveries (provider_message_id) WHERE provider = 'twilio';

-- One row per email or text message that belongs to no message of a host. The address is stored as a keyed hash only.
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY NOT NULL,
  dedupe_key TEXT NOT NULL UNIQUE, -- one email per recipient, however often the queue delivers the request
  kind TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('account', 'member', 'asked', 'reply', 'host', 'closing')),
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
  event_id TEXT REFERENCES events (id) ON DELETE CASCADE,
  guest_id TEXT,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  recipient_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (
    status IN ('pending', 'sent', 'delivered', 'failed', 'suppressed', 'bounced', 'complained')
  ),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  claimed_at INTEGER,
  provider TEXT,
  provider_message_id TEXT,
  bounce_type TEXT,
  complained INTEGER NOT NULL DEFAULT 0 CHECK (complained IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (event_id, guest_id) REFERENCES guests (event_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_guest ON deliveries (event_id, guest_id) WHERE event_id IS NOT NULL;
CREATE INDEX deliveries_user ON deliveries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX deliveries_account ON deliveries (user_id, created_at) WHERE purpose = 'account';
CREATE INDEX deliveries_provider_message ON deliveries (provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX deliveries_recipient ON deliveries (recipient_hash, created_at);
-- Emails about lost links belong to no event and no account, so they are deleted by age.
CREATE INDEX deliveries_ownerless ON deliveries (created_at) WHERE kind IN ('lost_links', 'complaint_code');

-- Addresses that receive nothing: they bounced, complained or unsubscribed.
CREATE TABLE suppressions (
  email_key TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (email_key, reason)
) STRICT, WITHOUT ROWID;

-- Recipients who unsubscribed from one host, or who complained about the host in an unsigned report.
CREATE TABLE host_unsubscribes (
  email_key TEXT NOT NULL,
  host_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('unsubscribed', 'complained')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (email_key, host_id, reason)
) STRICT, WITHOUT ROWID;
CREATE INDEX host_unsubscribes_host ON host_unsubscribes (host_id);

-- Phone numbers that replied STOP to a sending number, until they reply START. In every database.
CREATE TABLE sms_opt_outs (
  phone TEXT NOT NULL, -- E.164
  sender TEXT NOT NULL, -- E.164: the number that was replied to
  created_at INTEGER NOT NULL,
  PRIMARY KEY (phone, sender)
) STRICT, WITHOUT ROWID;

-- Emails of the last day to guests who were deleted, by the keyed hash of the address. They still count against the limits
-- of a mailbox.
CREATE TABLE past_invitations (
  recipient_hash TEXT NOT NULL,
  event_id TEXT NOT NULL,
  host_id TEXT NOT NULL, -- the event may be erased before the day is over
  kind TEXT NOT NULL,
  purpose TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (recipient_hash, event_id, kind, created_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX past_invitations_created ON past_invitations (created_at);

-- Messages that an account sent to others, and bounces, one row per hour with traffic. The limits look at the last 24
-- hours.
CREATE TABLE sending_hours (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the host of the event that the email is about
  hour INTEGER NOT NULL, -- hours since the epoch
  recipients INTEGER NOT NULL DEFAULT 0, -- emails and text messages to guests and collaborators
  asked INTEGER NOT NULL DEFAULT 0, -- emails and text messages that guests asked for with their link
  asked_publicly INTEGER NOT NULL DEFAULT 0, -- emails with lost links, which anybody can ask for
  unreached INTEGER NOT NULL DEFAULT 0, -- guests who got a confirmation, and whom no invitation had reached
  abandoned INTEGER NOT NULL DEFAULT 0, -- addresses that were emailed, then deleted or replaced
  bounced INTEGER NOT NULL DEFAULT 0,
  complained INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0, -- created by the host; deleting one does not lower it
  PRIMARY KEY (user_id, hour)
) STRICT, WITHOUT ROWID;

-- Billed segments of text messages by hour, for budgets of 24 hours. In the first database only.
CREATE TABLE text_counts (
  scope TEXT NOT NULL, -- all, account:<id>, event:<id>, codes:<event id>, prefix:<calling code>; alerted: a mark
  hour INTEGER NOT NULL, -- hours since the epoch
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (scope, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX text_counts_hour ON text_counts (hour);

-- Accounts that may not send to others until an operator lifts the pause.
CREATE TABLE sending_pauses (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason TEXT NOT NULL CHECK (reason IN ('bounces', 'complaints')),
  paused_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Queue messages that failed every retry, until an operator replays them.
CREATE TABLE dead_letters (
  id TEXT PRIMARY KEY NOT NULL, -- the queue's message ID
  queue TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  died_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Alerts and webhooks -------------------------------------------------------------------------------------------------

-- The alerts that a member of an event is emailed. Without a row, the host has the defaults and other members get nothing.
CREATE TABLE alert_settings (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id),
  answers TEXT NOT NULL CHECK (answers IN ('each', 'daily', 'off')),
  risk TEXT NOT NULL CHECK (risk IN ('high', 'block', 'off')),
  waitlist INTEGER NOT NULL CHECK (waitlist IN (0, 1)),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_settings_user ON alert_settings (user_id);

-- Up to when members were alerted, and when the next alert is due; NULL: nothing has happened since.
CREATE TABLE alert_rounds (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('soon', 'daily')),
  alerted_until INTEGER NOT NULL,
  due_at INTEGER,
  PRIMARY KEY (event_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_rounds_due ON alert_rounds (due_at) WHERE due_at IS NOT NULL;

-- Endpoints that receive an event's activities. Only in the accounts database: an endpoint belongs to an account, whose
-- events may be in any database.
CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  api_key_id TEXT REFERENCES api_keys (id) ON DELETE CASCADE, -- the key that created it
  event_id TEXT, -- NULL: every event that the account owns
  url TEXT NOT NULL,
  types TEXT NOT NULL CHECK (json_valid(types)),
  sealed_secret TEXT NOT NULL,
  previous_sealed_secret TEXT, -- also signs until `previous_until`
  previous_until INTEGER,
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled', 'ended')),
  failing_since INTEGER, -- the first failure after the last success
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_endpoints_user ON webhook_endpoints (user_id);
CREATE INDEX webhook_endpoints_key ON webhook_endpoints (api_key_id) WHERE api_key_id IS NOT NULL;
CREATE INDEX webhook_endpoints_event ON webhook_endpoints (event_id) WHERE event_id IS NOT NULL;

-- Deliveries to webhook endpoints. The body is read from the event's monitor when it is sent, so no guest data is
-- stored here.
CREATE TABLE webhook_deliveries (
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  id TEXT NOT NULL, -- the webhook-id header: the same for every attempt and every endpoint
  event_id TEXT, -- NULL: a test
  sequence INTEGER,
  type TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  response_status INTEGER,
  next_attempt_at INTEGER NOT NULL,
  leased_by TEXT,
  leased_until INTEGER,
  at INTEGER NOT NULL, -- of the last attempt; before it, of the delivery itself
  PRIMARY KEY (endpoint_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_line ON webhook_deliveries (event_id, endpoint_id, sequence) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';

-- Platform ------------------------------------------------------------------------------------------------------------

-- Changes to an event, who made them, and the values before and after. The records of an event form a chain: each hash
-- covers the previous hash. `sequence` is written with the record; `content_digest` and `hash` follow when the record
-- is sealed.
CREATE TABLE audit_records (
  event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  actor_id TEXT NOT NULL REFERENCES users (id),
  action TEXT NOT NULL,
  target TEXT,
  "before" TEXT CHECK (json_valid("before")),
  "after" TEXT CHECK (json_valid("after")),
  at INTEGER NOT NULL,
  sequence INTEGER NOT NULL, -- 1, 2, 3, … per event
  salt TEXT, -- of the digest; deleted with the content when a person's data is erased
  content_digest TEXT, -- SHA-256 of salt, target, before and after
  hash TEXT, -- SHA-256 of the previous hash and this record; NULL until it is sealed
  actor_key_id TEXT, -- the API key that the actor used; part of the hash
  actor_key_name TEXT, -- a copy, because the key may be deleted; not part of the hash
  -- 'guest': the guest in `target` acted, and `actor_id` is the host. Part of the hash.
  actor_kind TEXT CHECK (actor_kind IN ('guest')),
  PRIMARY KEY (event_id, id)
) STRICT, WITHOUT ROWID;
-- Finds the records that contain an invited address when its account is deleted.
CREATE INDEX audit_records_invited ON audit_records (lower(target)) WHERE action = 'collaborator.invited';
CREATE UNIQUE INDEX audit_records_sequence ON audit_records (event_id, sequence);
CREATE INDEX audit_records_unsealed ON audit_records (event_id, sequence) WHERE hash IS NULL;
-- The activity list shows changes of the event itself. The condition matches the one in the query word for word.
CREATE INDEX audit_records_event ON audit_records (event_id, id)
  WHERE action = 'event.updated' OR action = 'event.cancelled' OR action = 'event.reinstated';
CREATE INDEX audit_records_by_key ON audit_records (actor_id) WHERE actor_key_name IS NOT NULL;

-- The last sealed record of each event's audit chain. Without it, deleting the newest records would go unnoticed.
CREATE TABLE audit_chains (
  event_id TEXT PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  hash TEXT NOT NULL,
  sealed_at INTEGER NOT NULL,
  noted_sequence INTEGER NOT NULL DEFAULT 0 -- the head that was noted last outside the database
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_chains_unnoted ON audit_chains (event_id) WHERE noted_sequence < sequence;

-- Outcomes of requests with an Idempotency-Key, each written with the change that it made.
CREATE TABLE idempotency_keys (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key_hash TEXT NOT NULL, -- SHA-256 of the key
  request_hash TEXT NOT NULL, -- SHA-256 of the request
  outcome TEXT NOT NULL CHECK (json_valid(outcome)), -- the data of the response, without secrets, which are derived
  guest_id TEXT, -- the one guest or message that the outcome is about; both are cleared when the guest is erased
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_guest ON idempotency_keys (guest_id) WHERE guest_id IS NOT NULL;
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- Messages to publish on the bus, written with the change that causes them and deleted when the queue has accepted
-- them.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Without rows. The first statement of a batch inserts one unless the batch's conditions hold: the insert fails, and the
-- batch with it.
CREATE TABLE commit_guards (
  unmet INTEGER,
  CONSTRAINT commit_guard CHECK (0)
) STRICT;

-- Feature flags and the share of users for whom each is on.
CREATE TABLE feature_flags (
  key TEXT PRIMARY KEY NOT NULL,
  description TEXT NOT NULL,
  percentage INTEGER NOT NULL DEFAULT 100 CHECK (percentage BETWEEN 0 AND 100), -- of the users for whom it is on
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO feature_flags (key, description, percentage, updated_at) VALUES
  ('branding', 'Hosts may change colours, font and images of an event', 100, 0),
  ('broadcasts', 'Hosts may write messages to their guests', 100, 0),
  ('scanner', 'Hosts may hand out scanner tickets for the door', 100, 0),
  ('risk_scoring', 'Accesses are sent to the scoring engine', 100, 0),
  ('live_monitor', 'Hosts may watch an event live', 100, 0),
  ('sms', 'Texts are sent', 100, 0);

-- The databases in which a user has had a role, except the database of the user's own events. A list of all events of the
-- user queries only these. Only in the accounts database.
CREATE TABLE user_databases (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  database INTEGER NOT NULL CHECK (database BETWEEN 0 AND 4095), -- 12 bits of an ID
  PRIMARY KEY (user_id, database)
) STRICT, WITHOUT ROWID;

-- Every change by an operator's command, in the batch of the change. The target is the ID of an account or a message, or the
-- name of a flag.
CREATE TABLE operator_log (
  id TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL,
  command TEXT NOT NULL,
  target TEXT NOT NULL,
  before TEXT,
  after TEXT,
  operator TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Triggers on guests --------------------------------------------------------------------------------------------------

-- Does what a foreign key would do. A broadcast writes thousands of rows, and an index on the guest would double them.
CREATE TRIGGER message_deliveries_guest_gone AFTER DELETE ON guests
BEGIN
  DELETE FROM message_deliveries
  WHERE event_id = OLD.event_id AND guest_id = OLD.id
    AND message_id IN (SELECT id FROM messages WHERE event_id = OLD.event_id);
END;

-- Adding guests, emailing them and deleting them again counts against a limit. A trigger, so that every statement that
-- deletes guests counts. An email that the guest caused counts too: a host can play the guest.
CREATE TRIGGER guests_mailed_deleted BEFORE DELETE ON guests
WHEN coalesce(OLD.mailed_at, 0) > (unixepoch() - 604800) * 1000 OR EXISTS (
  SELECT 1 FROM deliveries WHERE event_id = OLD.event_id AND guest_id = OLD.id AND attempts > 0
    AND created_at > (unixepoch() - 604800) * 1000)
BEGIN
  INSERT OR IGNORE INTO past_invitations (recipient_hash, event_id, host_id, kind, purpose, created_at)
  SELECT mail.recipient_hash, mail.event_id, events.host_id, mail.kind, mail.purpose, mail.created_at
  FROM deliveries AS mail JOIN events ON events.id = mail.event_id
  WHERE mail.event_id = OLD.event_id AND mail.guest_id = OLD.id AND mail.channel = 'email' AND mail.attempts > 0
    AND mail.status <> 'suppressed' AND mail.created_at > (unixepoch() - 86400) * 1000
    AND (mail.kind = 'invitation' OR mail.purpose IN ('host', 'reply')); -- what a limit counts
  INSERT INTO sending_hours (user_id, hour, abandoned)
  SELECT host_id, unixepoch() / 3600, 1 FROM events WHERE id = OLD.event_id AND deleted_at IS NULL
  ON CONFLICT (user_id, hour) DO UPDATE SET abandoned = abandoned + 1;
END;

-- The time comes from the statement, which sets the time of the change: the trigger does not know the service's clock. It
-- is after every email and broadcast that was claimed before, because a request may wait between its time and its write.
CREATE TRIGGER guests_address_replaced AFTER UPDATE OF email_key ON guests
WHEN OLD.email_key IS NOT NEW.email_key
BEGIN
  INSERT INTO sending_hours (user_id, hour, abandoned)
  SELECT host_id, unixepoch() / 3600, 1 FROM events
  WHERE id = OLD.event_id AND (coalesce(OLD.mailed_at, 0) > (unixepoch() - 604800) * 1000 OR EXISTS (
    SELECT 1 FROM deliveries WHERE event_id = OLD.event_id AND guest_id = OLD.id AND attempts > 0
      AND created_at > max((unixepoch() - 604800) * 1000, coalesce(OLD.address_since, 0))))
  ON CONFLICT (user_id, hour) DO UPDATE SET abandoned = abandoned + 1;
  UPDATE guests SET mailed_at = NULL, delivery_status = NULL, delivery_reason = NULL, delivery_at = NULL,
    counted_at = NULL, address_since = max(NEW.updated_at,
      coalesce((SELECT max(created_at) + 1 FROM deliveries WHERE event_id = NEW.event_id AND guest_id = NEW.id), 0),
      coalesce((SELECT max(claimed_at) + 1 FROM messages WHERE event_id = NEW.event_id), 0))
  WHERE event_id = NEW.event_id AND id = NEW.id;
END;

-- The waitlists with a passed-over party of an address. The lists of suppressed addresses are two tables, and a trigger
-- belongs to one.
CREATE VIEW passed_over_addresses AS
  SELECT guests.email_key, passed_over.event_id FROM guests CROSS JOIN passed_over
    ON passed_over.event_id = guests.event_id AND passed_over.guest_id = guests.id AND passed_over.ended = 0;

-- The Scheduler offers free seats again after a change that can end the reason of a passed-over party.
-- Not of delivery_status: a trigger would read one more row for each guest of a bulk invitation. An invitation that has
-- arrived does it itself (`lookAgain` in src/events/seats/passed-over.ts).
CREATE TRIGGER passed_over_address AFTER UPDATE OF email_key ON guests WHEN OLD.email_key IS NOT NEW.email_key
BEGIN
  INSERT INTO stalled_waitlists (event_id, resume_at)
    SELECT event_id, 0 FROM passed_over WHERE event_id = NEW.event_id AND guest_id = NEW.id AND ended = 0
    ON CONFLICT (event_id) DO UPDATE SET resume_at = 0;
END;
CREATE TRIGGER passed_over_suppression AFTER DELETE ON suppressions
BEGIN
  INSERT INTO stalled_waitlists (event_id, resume_at)
    SELECT event_id, 0 FROM passed_over_addresses WHERE email_key = OLD.email_key
    ON CONFLICT (event_id) DO UPDATE SET resume_at = 0;
END;
CREATE TRIGGER passed_over_unsubscribe AFTER DELETE ON host_unsubscribes
BEGIN
  INSERT INTO stalled_waitlists (event_id, resume_at)
    SELECT event_id, 0 FROM passed_over_addresses WHERE email_key = OLD.email_key
    ON CONFLICT (event_id) DO UPDATE SET resume_at = 0;
END;
-- Another host has other unsubscriptions, another budget and another pause.
CREATE TRIGGER passed_over_host AFTER UPDATE OF host_id ON events WHEN OLD.host_id IS NOT NEW.host_id
BEGIN
  INSERT INTO stalled_waitlists (event_id, resume_at)
    SELECT event_id, 0 FROM passed_over WHERE event_id = NEW.id AND ended = 0
    ON CONFLICT (event_id) DO UPDATE SET resume_at = 0;
END;
CREATE TRIGGER stalled_waitlists_paused AFTER DELETE ON sending_pauses
BEGIN
  UPDATE stalled_waitlists SET resume_at = 0
    WHERE event_id IN (SELECT id FROM events WHERE host_id = OLD.user_id AND deleted_at IS NULL);
END;
CREATE TRIGGER stalled_waitlists_verified AFTER UPDATE OF email_verified ON users
  WHEN NEW.email_verified = 1 AND OLD.email_verified = 0
BEGIN
  UPDATE stalled_waitlists SET resume_at = 0
    WHERE event_id IN (SELECT id FROM events WHERE host_id = NEW.id AND deleted_at IS NULL);
END;

-- Counts a guest who got a confirmation of the own reply as a recipient of the host.
CREATE TRIGGER guests_counted AFTER UPDATE OF counted_at ON guests
WHEN NEW.counted_at IS NOT NULL AND NEW.counted_at IS NOT OLD.counted_at
BEGIN
  INSERT INTO sending_hours (user_id, hour, recipients)
  SELECT host_id, NEW.counted_at / 3600000, 1 FROM events WHERE id = NEW.event_id
  ON CONFLICT (user_id, hour) DO UPDATE SET recipients = recipients + 1;
END;

-- Copies the new limit to the RSVP, so that an edit need not read the guest.
CREATE TRIGGER guests_party_changed AFTER UPDATE OF party_size, companions ON guests
  WHEN old.party_size IS NOT new.party_size OR old.companions <> new.companions
BEGIN
  UPDATE rsvps
    SET max_plus_ones = coalesce(new.party_size - 1, nullif(json_array_length(new.companions), 0),
      (SELECT default_party_size - 1 FROM events WHERE id = new.event_id), 10)
    WHERE event_id = new.event_id AND guest_id = new.id;
END;

-- The copied limits may rest on the old default. An edit notices the change by the event's version.
CREATE TRIGGER events_party_changed AFTER UPDATE OF default_party_size ON events
  WHEN old.default_party_size IS NOT new.default_party_size
BEGIN
  UPDATE rsvps SET max_plus_ones = NULL WHERE event_id = new.id AND max_plus_ones IS NOT NULL;
END;

-- Does what a foreign key would do, for the messages that list their recipients.
CREATE TRIGGER message_recipients_guest_gone AFTER DELETE ON guests
BEGIN
  DELETE FROM message_recipients
  WHERE event_id = OLD.event_id AND guest_id = OLD.id
    AND message_id IN (SELECT id FROM messages WHERE event_id = OLD.event_id AND segment = 'chosen');
END;

-- Written by `npm run generate`.
INSERT INTO schema_baseline (id, digest) VALUES (1, '51396b3a99acc8f31fb2548fca768543a6d303c2470fe8962bd043f3a05136c3');
