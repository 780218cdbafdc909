import type { words as french } from '../fr/result.ts';

export const words: typeof french = {
  title: 'Result',
  shown: 'Month shown',
  months: { this: 'This month', last: 'Last month' },
  year: (year) => `Year ${year}`,
  billed: (amount) => [amount, ' invoiced, excluding tax.'],
  received: (amount, vat) => [amount, vat === undefined ? ' received.' : ` received, of which ${vat} is VAT.`],
  spent: (amount, vat) => [amount, vat === undefined ? ' spent.' : ` spent, of which ${vat} is deductible VAT.`],
  mileage: (amount) => [amount, ' of mileage.'],
  charges: (amount) => [amount, ' of contributions on what was received.'],
  vat: (amount, due, deductible) => [amount, ` of VAT to pay: ${due} due, less ${deductible} deductible.`],
  vatCredit: (amount, due, deductible) => [amount, ` of VAT credit: ${deductible} deductible, less ${due} due.`],
  setAside: (amount) => ['To set aside: ', amount, '.'],
  left: (amount, { vat, charges, mileage }) => [
    amount,
    ` is left: received less spent${mileage ? ', mileage' : ''}${charges ? ' and contributions' : ''}${vat ? ', without VAT' : ''}.`,
  ],
  days: (from, to) => (from === to ? from : `${from} to ${to}`),
  since: (days, changes) => `Since last month (${days}): ${changes}.`,
  unchanged: (days) => `Nothing changed since last month (${days}).`,
  changes: {
    billed: (amount, how) => `${amount} ${how} invoiced`,
    received: (amount, how) => `${amount} ${how} received`,
    spent: (amount, how) => `${amount} ${how} spent`,
    left: (amount, how) => `${amount} ${how} left`,
  },
  estimate: 'An estimate. The declarations give the amounts to pay.',
};
