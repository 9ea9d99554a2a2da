-- Records of invites hold the address that was invited. When its account is deleted, they are found by it.
CREATE INDEX audit_records_invited ON audit_records (lower(target)) WHERE action = 'collaborator.invited';
