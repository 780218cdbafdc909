import { byNature, type ServiceMix } from '../books/receipts-book.ts';
import { cents } from '../money/cents.ts';
import type { TurnoverPart } from './turnover-part.ts';

/** Collected parts, with what of them is for commercial services. */
export const withCommercial = (parts: readonly TurnoverPart[], mix: ServiceMix): TurnoverPart[] =>
  parts.map((part) => {
    if (part.sold === 'goods' || part.key === 'disbursement') return part;
    const amounts = byNature(part, mix, { net: part.accountNet, vat: part.accountVat });
    const of = amounts.find(({ nature }) => nature === 'bic_services');
    return of ? { ...part, commercial: { net: cents(of.amount - of.vat), vat: of.vat } } : part;
  });
