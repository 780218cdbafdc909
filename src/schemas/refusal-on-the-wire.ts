import type { Refusal } from '../domain/refusal.ts';
import { accountRefusals } from './refusals/account.ts';
import { attachmentRefusals } from './refusals/attachments.ts';
import { bankRefusals } from './refusals/bank.ts';
import { bankMatchRefusals } from './refusals/bank-matches.ts';
import { catalogueRefusals } from './refusals/catalogue.ts';
import { collectionRefusals } from './refusals/collection.ts';
import { creditNoteRefusals } from './refusals/credit-notes.ts';
import { customerRefusals } from './refusals/customers.ts';
import { documentRefusals } from './refusals/documents.ts';
import { estimateRefusals } from './refusals/estimates.ts';
import { eventRefusals } from './refusals/events.ts';
import { lineRefusals } from './refusals/lines.ts';
import { mailRefusals } from './refusals/mail.ts';
import { paymentRefusals } from './refusals/payments.ts';
import { peopleRefusals } from './refusals/people.ts';
import { portalRefusals } from './refusals/portal.ts';
import { projectRefusals } from './refusals/projects.ts';
import { fileRefusals } from './refusals/spreadsheets.ts';
import { themeRefusals } from './refusals/themes.ts';
import type { Rows } from './refusals/told.ts';

/** Every refusal of the business, wing by wing. A new one does not compile until its wing has its row. */
export const refusalOnTheWire: Rows<Refusal> = {
  ...documentRefusals,
  ...lineRefusals,
  ...estimateRefusals,
  ...creditNoteRefusals,
  ...attachmentRefusals,
  ...paymentRefusals,
  ...collectionRefusals,
  ...customerRefusals,
  ...catalogueRefusals,
  ...fileRefusals,
  ...bankMatchRefusals,
  ...bankRefusals,
  ...projectRefusals,
  ...mailRefusals,
  ...eventRefusals,
  ...accountRefusals,
  ...peopleRefusals,
  ...portalRefusals,
  ...themeRefusals,
};
