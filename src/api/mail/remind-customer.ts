import * as z from 'zod';
import { sendingsSince } from '../../db/mail/mails.ts';
import { withReminder } from '../../domain/billing/reminder/record-reminder.ts';
import type { Reminder } from '../../domain/billing/reminder/reminder.ts';
import { COUNTED_SECONDS, MAILS_OF_DOCUMENT_MAX } from '../../domain/mail/mail.ts';
import { operation } from '../../pipeline/operation.ts';
import { BillingJson } from '../../schemas/billing/document/document-json.ts';
import { reminderForm } from '../../schemas/billing/reminder.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { documentLookups } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import { updateDocumentState } from '../../services/billing/document-group/update-document-state.ts';
import { prepareFile } from '../../services/billing/files/prepare-file.ts';
import { paperFormatOf } from '../../services/billing/files/render-document.ts';
import { remindCustomer, reminderObstacle } from '../../services/billing/reminders/remind-customer.ts';
import type { Context } from '../../services/context.ts';
import { queueMailRefusals } from '../../services/mail/queue-mail.ts';

export const updateBillingReminder = operation({
  name: 'update-billing-reminder',
  summary: 'Sets the reminders of an invoice or advance, even after it is finalized.',
  description:
    'The first reminder is sent on the due date (on_due_date) or a week after it (every_week), and then one every week, at 09:00 in the account’s time zone. `reminding` gives the next reminder, or why there is none. Without recipients a reminder goes to the customer’s first address.',
  chapter: 'Documents',
  routes: ['PATCH /v2/billing/{billingId}/reminder'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: reminderForm,
  success: 200,
  output: BillingJson,
  refusals: ['document_not_found', 'version_stale'],
  example: { active: true, frequency: 'every_week', numberOfRemindersToSend: 3, inCopy: false },
  run: (context, { id, recipients, ...form }) => {
    const reminder: Reminder = { ...form, ...(recipients && recipients.length > 0 && { recipients }) };
    return updateDocumentState(context, id, documentLookups.claim, (bill) => ({
      document: withReminder(bill, reminder, context.now),
      type: 'reminder_set',
      about: { id, ...reminder },
    }));
  },
});

export const remindOfBilling = operation({
  name: 'remind-of-billing',
  summary: 'Sends the customer a reminder of an invoice or an advance now, with the document attached.',
  description: `The reminder goes to the configured recipients, or to the customer’s first address. The first reminder is courteous, later ones are firmer. From the due date on it counts like an automatic one, and the next automatic reminder is sent a week later at the earliest. At most ${MAILS_OF_DOCUMENT_MAX} e-mails about a document in a day. E-mails of test documents go to the local mailbox.`,
  chapter: 'Documents',
  routes: ['POST /v2/billing/{billingId}/remind'],
  scope: 'billing:write',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: BillingJson,
  refusals: [
    ...(['document_not_found', 'version_stale', 'nothing_to_remind', 'mail_type_of_other_kind'] as const),
    'too_many_mails_of_document',
    ...queueMailRefusals,
  ],

  async run(context, { id }) {
    const found = await remindable(context, id);
    if ('refused' in found) return found;
    const { document, facts } = found.group.asked;
    const paper = { format: await paperFormatOf(document, facts), locale: document.content.locale, mailed: true };
    const prepared = await prepareFile(context, found.group, paper);
    if ('file' in prepared) return remindCustomer(context, found.group.asked, prepared.file);
    return {
      aside: prepared.make,
      after: async (again, made: Buffer) => {
        const kept = await prepared.keep(again, made);
        if ('refused' in kept) return kept;
        const still = await remindable(again, id);
        return 'refused' in still ? still : remindCustomer(again, still.group.asked, kept);
      },
    };
  },
});

/** The bill, locked, if a reminder can be sent. */
async function remindable(context: Context, id: string) {
  const { tx, now } = context;
  const found = await lockDocumentGroup(context, id, documentLookups.claim);
  if ('refused' in found) return found;
  const why = await reminderObstacle(context, found.group.asked.document);
  if (why) return { refused: 'nothing_to_remind', why } as const;
  if ((await sendingsSince(tx, id, now - COUNTED_SECONDS)) >= MAILS_OF_DOCUMENT_MAX)
    return { refused: 'too_many_mails_of_document', limit: MAILS_OF_DOCUMENT_MAX } as const;
  return found;
}
