import { useCallback } from 'react';
import { useTranslations } from '../../../locales/language.ts';
import type { TypedField, Unread } from './unreadable-input.ts';

/** Label of an unreadable field, with its line if it is in one: "Prix unitaire HT, ligne 2". */
export function useUnreadableLabels(): (unread: Unread) => string {
  const words = useTranslations('editor');
  return useCallback(
    (unread) => {
      const { lines } = words;
      if (unread.of === 'field') return fieldName(unread.field, words);
      const price = unread.line.taxIncluded ? lines.priceWithTax : lines.price;
      const cell = { quantity: lines.quantity, unitPrice: price, discount: lines.discount }[unread.cell];
      const designation = unread.line.designation.trim();
      return `${lines.of(cell, unread.place + 1)}${designation === '' ? '' : ` (${designation})`}`;
    },
    [words],
  );
}

function fieldName(field: TypedField, words: ReturnType<typeof useTranslations<'editor'>>): string {
  const [name = '', place] = field.split(' ');
  const { facts, request, offered, planned, references } = words;
  const names: Readonly<Record<string, string>> = {
    discount: words.panel.discount,
    rate: words.fieldNames.currency,
    emittedAt: facts.issued,
    expiredAt: facts.validUntil,
    customDueAt: facts.due,
    deliveryAt: facts.delivered,
    periodFrom: facts.periodFrom,
    periodTo: facts.periodTo,
    advance: words.advance.asked,
    estimateFee: offered.fee,
    plannedDuration: offered.duration,
    dateDebutEmploi: request.dateDebutEmploi,
    dateFinEmploi: request.dateFinEmploi,
    advancePaymentDate: request.advancePaymentDate,
    advanceAlreadyPayed: request.paid,
    planned: planned.value(Number(place) + 1),
    reference: references.date(Number(place) + 1),
  };
  return names[name] ?? field;
}
