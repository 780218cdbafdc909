import type { Legals, Said } from '../domain/billing/document/document.ts';
import type { PaymentMethod } from '../domain/billing/document/terms/payment-terms.ts';
import type { PaymentInstructions, PaymentMeansCode } from './electronic-invoice.ts';

/**
 * BG-16. EN 16931 allows one payment means: a transfer if offered with a known account, otherwise
 * the first one offered. The text lists all of them. Undefined if the document lists none.
 */
export function paymentOf({ legals, bank, currency }: Said, number: string): PaymentInstructions | undefined {
  const { paymentMethods } = legals;
  const [first] = paymentMethods;
  if (first === undefined) return undefined;
  const method = bank && paymentMethods.includes('transfer') ? 'transfer' : first;
  const needsAccount = method === 'transfer' || method === 'direct_debit';
  const code = needsAccount && !bank ? NOT_DEFINED : codeOf(method, currency.code === 'EUR');
  return {
    code,
    text: paymentMethods.map((each) => nameOfMethod(each, legals)).join(', '),
    reference: number,
    ...(bank &&
      needsAccount && {
        account: {
          iban: bank.iban,
          ...(bank.bic && { bic: bank.bic }),
          ...(bank.holder && { holder: bank.holder }),
        },
      }),
  };
}

const NOT_DEFINED: PaymentMeansCode = '1';

const codeOf = (method: PaymentMethod, inEuros: boolean): PaymentMeansCode =>
  method === 'transfer' && inEuros ? '58' : codes[method];

const codes: Record<PaymentMethod, PaymentMeansCode> = {
  transfer: '30',
  direct_debit: '59',
  credit_card: '48',
  cheque: '20',
  universal_employment_service_cheque: '20',
  cash: '10',
  paypal: '68',
  stripe: '68',
  other: NOT_DEFINED,
};

const nameOfMethod = (method: PaymentMethod, { otherPaymentMethod }: Legals): string =>
  method === 'other' ? otherPaymentMethod?.trim() || names.other : names[method];

const names: Record<PaymentMethod, string> = {
  transfer: 'Virement',
  direct_debit: 'Prélèvement',
  credit_card: 'Carte bancaire',
  cheque: 'Chèque',
  universal_employment_service_cheque: 'Chèque emploi service universel',
  cash: 'Espèces',
  paypal: 'PayPal',
  stripe: 'Stripe',
  other: 'Autre moyen',
};
