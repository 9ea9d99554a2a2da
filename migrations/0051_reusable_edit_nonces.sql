-- An edit nonce works until it expires, so its use is not stored.
ALTER TABLE edit_nonces DROP COLUMN used_at;
