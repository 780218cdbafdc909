import { useQuery } from '@tanstack/react-query';
import { money } from '../../../app/formats/money.tsx';
import { call } from '../../../client/call.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Billing } from '../draft/draft.ts';
import { textFieldsOf, textOf } from '../draft/draft-texts.ts';
import { formatPercentage } from '../fields/format-numbers.ts';

/** The current value of each document setting, in a few words. */
export function useSettingSummaries() {
  const { document, draft, theme, themes, company } = useEditor();
  const words = useTranslations('editor');
  const recurring = useTranslations('recurring');
  const language = useLanguage();
  const { discount, reminder } = draft;
  const own = themes.find(({ id }) => id === draft.themeId);
  const files = document.attachments.length;
  const defaults = company?.settings.defaults;
  const isUsual =
    !defaults ||
    (draft.latePenalty?.value === defaults.latePenalty?.value &&
      draft.discountAdvancePayment?.value === defaults.discountAdvancePayment?.value);
  return {
    discount: !discount
      ? words.none
      : discount.mode === 'PERCENTAGE'
        ? words.percentage(formatPercentage(discount.amount, language))
        : money(discount.amount, draft.currency.code, language),
    theme: (own ?? theme)?.name ?? '',
    language: `${words.locales[draft.locale]}, ${draft.currency.code}`,
    project: useProjectName() ?? words.noneOf.project,
    terms: draft.framework ? words.framework.frameworks[draft.framework] : isUsual ? words.byDefault : words.changed,
    mention: words.vatMentions[draft.vatMention],
    advances: words.count(draft.plannedAdvances?.length ?? 0),
    notes: words.notesSaid(
      textFieldsOf(document.type, isNote).filter((field) => textOf(draft, field) !== '').length,
      files,
    ),
    reminder: reminder?.active ? words.on : words.off,
    delivery: draft.deliveryAddress?.city || words.delivery.usual,
    bank: draft.bank ? endsOf(draft.bank.iban) : words.noneOf.project,
    display: words.display.count(Object.values(draft.display).filter((shown) => shown === true).length),
    offered: draft.estimateFee ? money(draft.estimateFee.amount, draft.currency.code, language) : words.offered.isFree,
    request: draft.paymentRequest ? words.on : words.off,
    recurrence:
      'frequency' in document && document.frequency ? recurring.states[document.frequency.state] : recurring.none,
    signature: isAsked(document) ? words.signing.inDraft.asked : words.signing.inDraft.none,
  };
}

/** Whether a text is counted as a note: the mediator, placed by code of its own, is not. */
const isNote = ({ edited, printed }: { edited: string; printed: string }): boolean =>
  edited === 'notes' && printed !== 'own';

/** Whether an online signature is requested on finalization. */
const isAsked = (document: Billing): boolean => 'electronicSignature' in document && document.withElectronicSignature;

/** The name of the project, also before the service has saved it. */
function useProjectName(): string | undefined {
  const { document, draft } = useEditor();
  const known = document.opportunity?.id === draft.projectId ? document.opportunity?.name : undefined;
  const asked = useQuery({
    queryKey: ['project', draft.projectId],
    queryFn: ({ signal }) => call('get-project-by-id', { opportunityId: draft.projectId ?? '' }, { signal }),
    enabled: draft.projectId !== null && known === undefined,
  });
  return known ?? asked.data?.name;
}

/** First and last characters of an IBAN, enough to recognize it. */
const endsOf = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
