-- What proves a host beside the password: passkeys, an authenticator app (TOTP), and recovery codes.
-- Of these, a copy of the database holds nothing that signs in: public keys, an encrypted secret, and hashes.

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE, -- base64url, as the authenticator made it
  public_key TEXT NOT NULL, -- COSE key (RFC 9052) in base64url
  sign_count INTEGER NOT NULL CHECK (sign_count >= 0), -- grows with each use, or stays 0 where the passkey is synchronized
  transports TEXT NOT NULL, -- JSON list, a hint for browsers
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_user ON passkeys (user_id);

-- A WebAuthn challenge is signed and carries its expiry; what is stored is that it was used.
CREATE TABLE used_challenges (
  challenge_hash TEXT PRIMARY KEY NOT NULL, -- SHA-256
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX used_challenges_expires ON used_challenges (expires_at);

CREATE TABLE totp_secrets (
  user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sealed_secret TEXT NOT NULL, -- AES-256-GCM under a key derived from the platform secret
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER, -- null until the first right code: signing in does not ask for codes before
  last_step INTEGER NOT NULL DEFAULT 0 CHECK (last_step >= 0) -- the time step of the last code that was accepted
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL, -- SHA-256 of a code of 125 random bits
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;
