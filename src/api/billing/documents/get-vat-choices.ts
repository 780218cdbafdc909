import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { datesOf } from '../../../domain/billing/document/document-dates.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import { sourcesOf } from '../../../domain/billing/document/sources.ts';
import {
  type VatChosenFor,
  vatCodeChoices,
  vatMentionChoices,
} from '../../../domain/billing/document/vat/vat-choices.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { mentionTextOn } from '../../../domain/vat/mention-text.ts';
import { operation } from '../../../pipeline/operation.ts';
import { VatChoicesJson } from '../../../schemas/billing/vat-choices.ts';
import { idOf } from '../../../schemas/fields/id.ts';
import { answeredAs } from '../../../schemas/tool-definition.ts';
import { documentLookups, loadDocumentGroup } from '../../../services/billing/document-group/load-document-group.ts';
import type { Context } from '../../../services/context.ts';

export const getVatChoices = operation({
  name: 'get-vat-choices',
  summary: 'Lists the VAT codes and mentions, and which of them suit a document or the account.',
  description:
    'Codes depend on the VAT regime and the customer’s country; the mentions listed are accepted by finalization, with their printed text. Other values can be saved, but finalization reports contradictions.',
  chapter: 'Documents',
  routes: ['GET /v2/billing/vat-choices'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({ billingId: idOf('the document').optional() }),
  body: z.object({}),
  success: 200,
  output: VatChoicesJson,
  refusals: ['document_not_found'],
  tool: { name: 'get-vat-choices', ...answeredAs('vat', VatChoicesJson) },

  async run(context, { billingId }) {
    const target = billingId === undefined ? await ofAccount(context) : await ofDocument(context, billingId);
    if ('refused' in target) return target;
    const { wordsOf } = await import('../../../pdf/locales/index.ts');
    const { vatMentions: translations } = wordsOf[target.locale];
    return {
      body: {
        codes: vatCodeChoices(target).map(({ code, rate, fits }) => ({ vatCode: code, ratePercent: rate / 100, fits })),
        mentions: vatMentionChoices(target).map(({ mention, fits }) => {
          const { fr: text } = mentionTextOn(mention, target.day);
          const translation = translations?.[mention];
          return { vatMention: mention, ...(text && { text }), ...(translation && { translation }), fits };
        }),
      },
    };
  },
});

type VatChoiceQuery = VatChosenFor & { readonly locale: Locale };

async function ofAccount({ tx, now }: Context): Promise<VatChoiceQuery> {
  const { settings } = await settingsOf(tx);
  return { settings, day: civilDayOf(now, settings.zone), locale: settings.defaults.locale };
}

async function ofDocument(context: Context, id: string): Promise<VatChoiceQuery | Refused<'document_not_found'>> {
  const found = await loadDocumentGroup(context, id, documentLookups.any);
  if ('refused' in found) return found;
  const { document, facts } = found.asked;
  const { settings, customer } = facts;
  const relatives = [...found.members.values()].map((member) => member.document);
  return {
    ...{ settings, customer, sold: sourcesOf(document, relatives).sold },
    day: datesOf(document, context.now, settings.zone).emittedOn,
    locale: document.content.locale,
  };
}
