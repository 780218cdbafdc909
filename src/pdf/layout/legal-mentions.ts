import { mediatorText } from '../../domain/account/legal-identity.ts';
import { hasLines, isAdvance, isBill, isClaim, isEstimate } from '../../domain/billing/document/document.ts';
import { isGoods } from '../../domain/billing/document/turnover/turnover.ts';
import { natureSold } from '../../domain/billing/document/vat/nature-sold.ts';
import { vatReasonsOf } from '../../domain/billing/document/vat/vat-treatment.ts';
import { keysOf, rateOfKey } from '../../domain/vat/breakdown.ts';
import { vatPointOf } from '../../domain/vat/vat-point.ts';
import { fr, type Words } from '../locales/fr.ts';
import type { LayoutContext } from './layout-context.ts';
import type { Mention } from './printed-document.ts';
import { soldLines } from './taxed-lines.ts';

/**
 * The legal mentions of a document (docs/rules/mentions.md): in French as required by law, followed
 * by a translation if the document is in another language.
 */
export function mentionsOf(printing: LayoutContext): Mention[] {
  const { document, professional } = printing;
  return [
    natureOf(printing),
    ...vatMentions(printing),
    vatPoint(printing),
    ...(isClaim(document) && document.canceledAt === undefined && professional ? betweenProfessionals(printing) : []),
    ...personalServices(printing),
    document.content.display.memberOfAnApprovedAssociation &&
      inBothLanguages(printing, (words) => words.approvedAssociation),
    !professional && mediatorOf(printing),
  ].filter((mention): mention is Mention => Boolean(mention));
}

/** A catalogue text in French and, if the document is in another language, also in that. */
function inBothLanguages({ locale, words }: LayoutContext, text: (words: Words) => string): Mention {
  return locale === 'fr' ? { text: text(fr) } : { text: text(fr), beside: text(words) };
}

/**
 * Goods, services or both (CGI ann. II art. 242 nonies A, as amended by décret 2022-1299): between
 * professionals, or if enabled.
 */
function natureOf(printing: LayoutContext): Mention | undefined {
  const { document, facts, professional } = printing;
  if (isEstimate(document) || !(professional || document.content.display.requiredMentionsProduct)) return undefined;
  const sold = soldLines(document, facts.parent);
  if (sold.length === 0) return undefined;
  const goods = sold.filter(isGoods).length;
  const nature = goods === 0 ? 'services' : goods === sold.length ? 'goods' : 'both';
  return inBothLanguages(
    printing,
    (words) => `${words.nature}${words === fr ? '\u00a0' : ''}: ${words.natures[nature]}`,
  );
}

const chargesVat = ({ document }: LayoutContext): boolean =>
  keysOf(document.totals.breakdown).some((key) => rateOfKey(key) > 0);

/**
 * Why no VAT, or a reduced rate, is charged: once per reason (CGI ann. II art. 242 nonies A, I 12°
 * to 16°).
 */
function vatMentions({ document, sources, dates, words }: LayoutContext): Mention[] {
  const taxed = { mention: document.content.legals.vatMention, day: dates.emittedOn };
  return vatReasonsOf(document, sources, taxed).map(({ text, mention }) => {
    const beside = mention && words.vatMentions?.[mention];
    return { text, ...(beside && { beside }) };
  });
}

/**
 * When the VAT of a bill falls due, if not on delivery or payment as usual: the option for debits,
 * or an advance.
 */
function vatPoint(printing: LayoutContext): Mention | false {
  const { document, sources, parties } = printing;
  if (!isBill(document) || !chargesVat(printing)) return false;
  const nature = natureSold(sources.sold) ?? 'services';
  const onDebits = parties.emitter.vatOnDebits === true;
  if (vatPointOf({ nature, isAdvance: isAdvance(document), onDebits }) === 'invoice')
    return inBothLanguages(printing, (words) => words.vatOnDebits);
  return isAdvance(document) && inBothLanguages(printing, (words) => words.advanceLaw);
}

/**
 * Between professionals only: penalties, 40 EUR, and the discount or that there is none (C. com.
 * art. L441-9, L441-10).
 */
function betweenProfessionals(printing: LayoutContext): (Mention | undefined)[] {
  const { latePenalty, lumpSumCompensation, discountForAdvancePayment } = printing.document.content.legals;
  return [
    ownOr(printing, latePenalty, {
      label: (words) => words.latePenalty,
      text: (words, value) => (value === 'other' ? '' : words.latePenalties[value]),
    }),
    ownOr(printing, lumpSumCompensation, { label: (words) => words.lumpSumOther, text: (words) => words.lumpSum }),
    ownOr(printing, discountForAdvancePayment, {
      label: (words) => words.discountForAdvancePayment,
      text: (words) => words.noDiscount,
    }),
  ];
}

/** The standard text of a term, or the account's own wording below its label. */
function ownOr<Value extends string>(
  printing: LayoutContext,
  term: { readonly value: Value | 'other'; readonly otherValue?: string } | null,
  { label, text }: { label: (words: Words) => string; text: (words: Words, value: Value | 'other') => string },
): Mention | undefined {
  if (!term) return undefined;
  if (term.value !== 'other') return inBothLanguages(printing, (words) => text(words, term.value));
  const own = term.otherValue?.trim();
  return own ? { text: `${label(printing.words)}${printing.locale === 'fr' ? ' ' : ''}: ${own}` } : undefined;
}

/** The declaration or approval of a provider of personal services (C. trav. art. D7233-1). */
function personalServices(printing: LayoutContext): (Mention | undefined)[] {
  const { document, parties } = printing;
  const number = parties.emitter.sapAgreementNumber;
  const serves =
    hasLines(document) && document.content.lines.some((line) => line.personalServiceActivity !== undefined);
  if (!number || !(serves || document.content.display.sapAgreement)) return [];
  return [inBothLanguages(printing, (words) => words.personalServices(number))];
}

/** The mediator for consumers (C. conso. art. L616-1): the document's, or the account's. */
function mediatorOf(printing: LayoutContext): Mention | undefined {
  const { document, parties } = printing;
  const ofAccount = parties.emitter.mediator && mediatorText(parties.emitter.mediator);
  const mediator = document.content.legals.mediator?.trim() || ofAccount;
  return mediator ? inBothLanguages(printing, (words) => words.mediator(mediator)) : undefined;
}
