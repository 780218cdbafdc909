/** Changes of who may do what in an account: its owners get a mail about each, since an intruder lets others in. */
export type MemberNotice = 'person_joined' | 'role_changed' | 'person_left';
