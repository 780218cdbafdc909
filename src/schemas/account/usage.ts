import * as z from 'zod';

const limit = z.int().optional().meta({ description: 'Absent where there is no limit.' });
const used = (what: string) => z.object({ used: z.int().meta({ description: what }), limit });

/** The usage and limits of an account. */
export const UsageJson = z
  .object({
    documentsToday: used('Documents counted today (UTC); a process counts some ahead of making them.').extend({
      made: z.int().meta({ description: 'Documents created today (UTC) and not deleted.' }),
    }),
    storedBytes: used('Bytes of all files of the account, each content once.'),
    sendsMail: z.boolean().meta({
      description: 'A mail server is set. Without one only documents of test mode can be sent, to the mailbox.',
    }),
    mailsInADay: used('Mails written in the last 24 hours, in the mode of the key.'),
  })
  .meta({ id: 'Usage' });
