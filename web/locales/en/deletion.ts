import type { words as french } from '../fr/deletion.ts';

export const words: typeof french = {
  title: 'Deletion of the account',
  intro: (days) =>
    `The deletion happens ${days} days after the request. Until then everything works, and you can cancel it.`,
  onTheDay: 'On the day',
  goes: 'Test mode, drafts, the catalogue, customers without documents, projects, e-mails and all access disappear.',
  kept: (day) =>
    `Your finalized documents, your books and the audit trail stay, locked, through ${day}: the law has them kept for ten years (C. com. art. L123-22). Then everything is erased.`,
  allGoes: 'This account has no finalized documents and no books: everything is erased.',
  take: 'Take your data',
  takeSaid: 'Keeping your records remains your duty, here or elsewhere.',
  exports: 'Export the data',
  archive: 'Prepare the legal archive',
  ask: 'Request the deletion',
  name: (name) => `Name of the account: ${name}`,
  nameHint: 'Type it to confirm.',
  taken: 'I have taken my data',
  password: 'Password',
  asked: 'Deletion requested',
  forOwners: 'An owner of the account can request its deletion.',
  waiting: (day) => `This account will be deleted on ${day}.`,
  cancel: 'Cancel the deletion',
  canceled: 'Deletion canceled: nothing was deleted',
  see: 'See the deletion',
};
