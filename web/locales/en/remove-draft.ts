import type { remove as french } from '../fr/remove-draft.ts';

export const remove: typeof french = {
  title: 'Delete this draft',
  said: 'A draft has no number, so no number will be missing from the series. The lines and attachments of the draft are deleted too.',
  keep: 'Keep the draft',
  remove: 'Delete the draft',
};
