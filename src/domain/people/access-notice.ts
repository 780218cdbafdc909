/**
 * Changes of a person's own access that are reported by mail, because an intruder makes them too.
 */
const ownAccessNotices = [
  'passkey_added',
  'passkey_removed',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_renewed',
  'password_changed',
  'password_reset',
  'codes_guessed',
  'codes_stopped',
] as const;
export type OwnAccessNotice = (typeof ownAccessNotices)[number];

/** Membership changes that are mailed to the owners, because an intruder would add members. */
export type MemberNotice = 'person_joined' | 'role_changed' | 'person_left';
