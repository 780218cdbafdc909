import { longDay } from '../../../app/formats/dates.tsx';
import { money } from '../../../app/formats/money.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft, Field } from '../draft/draft.ts';
import type { DraftLine } from '../draft/line.ts';
import { formatPercentage, formatPrice, formatQuantity } from '../fields/format-numbers.ts';
import { dayOfSeconds } from '../fields/parse-date.ts';
import type { Difference, Versions } from './differences.ts';

type Said = { readonly name: string; readonly here: string; readonly there: string };

/** Label of a difference, and the value of each side as text. */
export function useDifferenceLabels({ here, there }: Versions): (difference: Difference) => Said {
  const words = useTranslations('editor');
  const { fieldNames, cellNames, conflict } = words;
  const valueOf = useValueWords();
  const lineOf = (draft: Draft, key: string) => draft.lines.find((line) => line.key === key);
  const lineName = (key: string): string =>
    (lineOf(here, key) ?? lineOf(there, key))?.designation.trim() || conflict.unnamedLine;
  return (difference) => {
    switch (difference.of) {
      case 'field': {
        const { field } = difference;
        return { name: fieldNames[field], here: valueOf.field(here, field), there: valueOf.field(there, field) };
      }
      case 'cell': {
        const { key, cell } = difference;
        const name = conflict.cellOf(lineName(key), cellNames[cell]);
        return { name, here: valueOf.cell(lineOf(here, key), cell), there: valueOf.cell(lineOf(there, key), cell) };
      }
      case 'section': {
        const { keys, here: own = words.none, there: other = words.none } = difference;
        return { name: conflict.sectionOf(keys.length), here: own, there: other };
      }
      case 'line': {
        const [present, absent] = [conflict.lineThere, conflict.noLine];
        const isHere = difference.only === 'here';
        return { name: lineName(difference.key), here: isHere ? present : absent, there: isHere ? absent : present };
      }
      case 'order':
        return { name: conflict.order, here: orderOf(here), there: orderOf(there) };
    }
  };
}

const orderOf = ({ lines }: Draft): string => lines.map(({ designation }) => designation).join(' · ');

function useValueWords() {
  const words = useTranslations('editor');
  const language = useLanguage();
  const { zone, draft: now, themes } = useEditor();
  const day = (seconds: number | null | undefined) =>
    seconds == null ? words.none : longDay(dayOfSeconds(seconds, zone), language);
  const discount = useDiscountWords();
  const field = (draft: Draft, name: Field): string => {
    const special: Partial<Record<Field, () => string>> = {
      emittedAt: () => day(draft.emittedAt),
      customDueAt: () => day(draft.customDueAt),
      deliveryAt: () => day(draft.deliveryAt),
      period: () => (draft.period ? `${day(draft.period.from)} – ${day(draft.period.to)}` : words.none),
      framework: () => words.framework.frameworks[draft.framework ?? 'none'],
      expiredAt: () => day(draft.expiredAt),
      paymentDelay: () => words.delays[draft.paymentDelay],
      discount: () => discount(draft.discount),
      locale: () => words.locales[draft.locale],
      currency: () => draft.currency.code,
      vatMention: () => words.vatMentions[draft.vatMention],
      themeId: () => themes.find(({ id }) => id === draft.themeId)?.name ?? words.byDefault,
      paymentMethods: () => draft.paymentMethods.map((method) => words.methods[method]).join(', ') || words.none,
      latePenalty: () => words.terms.penalties[draft.latePenalty?.value ?? 'none'],
      lumpSumCompensation: () => words.terms.lumpSums[draft.lumpSumCompensation?.value ?? 'none'],
      discountAdvancePayment: () => words.terms.discounts[draft.discountAdvancePayment?.value ?? 'none'],
      reminder: () => (draft.reminder?.active ? words.on : words.off),
      discountsDisbursements: () => (draft.discountsDisbursements ? words.on : words.off),
      advance: () => words.count(1),
      plannedAdvances: () => words.count(draft.plannedAdvances?.length ?? 0),
      references: () => (draft.references ?? []).map(({ number }) => number).join(', ') || words.none,
      customerId: () => (draft.customerId === null ? words.none : words.conflict.anotherCustomer),
      deliveryAddress: () =>
        [draft.deliveryAddress?.line1, draft.deliveryAddress?.zipCode, draft.deliveryAddress?.city]
          .filter(Boolean)
          .join(' ') || words.none,
      displayDeliveryAddress: () => (draft.displayDeliveryAddress ? words.on : words.off),
      bank: () => draft.bank?.iban ?? words.none,
      display: () => words.display.count(Object.values(draft.display).filter((shown) => shown === true).length),
      onlinePayment: () => (draft.onlinePayment ? words.on : words.off),
      paymentRequest: () => (draft.paymentRequest ? words.on : words.off),
      estimateFee: () =>
        draft.estimateFee ? money(draft.estimateFee.amount, now.currency.code, language) : words.offered.isFree,
      plannedDuration: () =>
        draft.plannedDuration
          ? `${formatQuantity(draft.plannedDuration.value, language)} ${words.offered.units[draft.plannedDuration.unit]}`
          : words.none,
      projectId: () => (draft.projectId === null ? words.noneOf.project : words.conflict.anotherProject),
    };
    return special[name]?.() ?? textOf(draft[name], words.none);
  };
  return { field, cell: useCellWords() };
}

function useCellWords() {
  const words = useTranslations('editor');
  const language = useLanguage();
  const discount = useDiscountWords();
  return (line: DraftLine | undefined, name: keyof DraftLine): string => {
    if (!line) return words.none;
    const special: Partial<Record<keyof DraftLine, () => string>> = {
      quantity: () => formatQuantity(line.quantity ?? 0, language),
      unitPrice: () => formatPrice(line.unitPrice ?? 0, language),
      unit: () => words.units[line.unit ?? 'unit'],
      vatCode: () => (line.vatCode ? words.vatCodes[line.vatCode] : words.none),
      discount: () => discount(line.discount),
      type: () => words.lineDetails.types[line.type ?? 'none'],
      goods: () => (line.goods ? words.on : words.off),
      personalServiceActivity: () =>
        line.personalServiceActivity ? words.lineDetails.activities[line.personalServiceActivity] : words.none,
      taxIncluded: () => (line.taxIncluded ? words.panel.withTax : words.panel.withoutTax),
    };
    return special[name]?.() ?? textOf(line[name], words.none);
  };
}

function useDiscountWords() {
  const words = useTranslations('editor');
  const language = useLanguage();
  const { draft: now } = useEditor();
  return (said: Draft['discount'] | undefined): string =>
    !said
      ? words.none
      : said.mode === 'PERCENTAGE'
        ? words.percentage(formatPercentage(said.amount, language))
        : money(said.amount, now.currency.code, language);
}

const textOf = (said: unknown, none: string): string => (typeof said === 'string' && said !== '' ? said : none);
