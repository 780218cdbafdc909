/** Legal forms, in the order of their numbers on the wire. */
export const legalStatuses = [
  'micro_enterprise',
  'sas',
  'sarl',
  'sasu',
  'ei',
  'eurl',
  'eirl',
  'sa',
  'snc',
  'other',
  'sasu_sas',
  'eurl_sarl',
  'sci',
  'association',
] as const;
export type LegalStatus = (typeof legalStatuses)[number];
