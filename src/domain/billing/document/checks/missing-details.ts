import { creditLeft } from '../../credit-note/remaining-credit.ts';
import type { BillingDocument } from '../document.ts';
import type { Facts } from '../draft-context.ts';
import { missingTerms } from '../terms/missing-payment-terms.ts';
import { vatContradictionOf } from './vat-contradiction.ts';

/** Details about the unmet requirements of a draft, beyond their names. */
export function missingDetails(document: BillingDocument, facts: Facts) {
  const { electronicFaults, unprintable, parent, customer } = facts;
  const terms = missingTerms(document, customer);
  const left = creditLeft(document, parent);
  const contradiction = vatContradictionOf(document, facts);
  return {
    ...(electronicFaults && { electronicFaults }),
    ...(unprintable && { unprintable }),
    ...(left && { creditLeft: left }),
    ...(contradiction && { vatContradiction: contradiction }),
    ...(terms.length > 0 && { missingTerms: terms }),
  };
}
