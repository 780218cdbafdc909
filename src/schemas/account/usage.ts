import * as z from 'zod';

const limit = z.int().optional().meta({ description: 'The limit; absent if there is none.' });
const used = (what: string) => z.object({ used: z.int().meta({ description: what }), limit });

/** The usage and limits of an account. */
export const UsageJson = z
  .object({
    documentsToday: used('Documents counted today (UTC), including those reserved in advance by a process.').extend({
      made: z.int().meta({ description: 'Documents created today (UTC) and not deleted.' }),
    }),
    storedBytes: used('Bytes of all files of the account; equal content counts once.'),
    sendsMail: z.boolean().meta({
      description:
        'Whether a mail server is configured. Without one, only test documents can be sent, to the local mailbox.',
    }),
    mailsInADay: used('Mails written in the last 24 hours in the mode of the key (live or test).'),
  })
  .meta({ id: 'Usage' });
