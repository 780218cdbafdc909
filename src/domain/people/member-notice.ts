/** Membership changes that are mailed to the owners, because an intruder would add members. */
export type MemberNotice = 'person_joined' | 'role_changed' | 'person_left';
