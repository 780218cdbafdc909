import type { words as french } from '../fr/urssaf.ts';

/** The declaration to Urssaf. */
export const words: typeof french = {
  title: 'Urssaf declaration',
  see: 'View',
  intro:
    'For a micro-enterprise: the turnover received, without VAT, to enter on autoentrepreneur.urssaf.fr, and what to set aside. Facturier sends nothing to Urssaf.',
  period: 'Period',
  quarter: (place, year) => `Q${place} ${year}`,
  states: {
    running: (opensOn, dueOn) => `Still running: to be declared from ${opensOn} to ${dueOn}.`,
    open: (_, dueOn) => `To be declared and paid until ${dueOn}, even if the amount is 0.`,
    past: (_, dueOn) => `It was to be declared and paid until ${dueOn}.`,
  },
  sums: { declared: 'To declare', due: 'To set aside', left: 'Left for you' },
  boxes: 'The boxes of the declaration',
  heads: {
    box: 'Box',
    declared: 'Amount to enter',
    contributions: 'Contributions',
    training: 'Training',
    incomeTax: 'Income tax',
  },
  natures: {
    bic_goods: 'Sales of goods (BIC)',
    bic_services: 'Services (BIC)',
    bnc: 'Other services (BNC)',
  },
  unknownRate: 'unknown rate',
  behind: (from, to) => `Receipts from ${from} to ${to}`,
  estimate:
    'An estimate: the rates of the period, without special cases (overseas, furnished rentals, chamber fees). Urssaf computes the exact amount.',
  situation: {
    title: 'Your situation',
    rhythm: 'Declaration',
    rhythms: { monthly: 'Every month', quarterly: 'Every quarter' },
    acre: 'Acre',
    acres: {
      none: 'No, or ended',
      half: 'Half of the contributions (started before 1 July 2026)',
      quarter: 'A quarter less (started since 1 July 2026)',
    },
    acreUntil: 'Last day of the Acre',
    acreHint: 'It is on the notification of Urssaf.',
    fund: 'Pension of BNC services',
    funds: { general: 'General scheme of the self-employed', cipav: 'Cipav' },
    craft: 'Craft business',
    craftSaid: 'My activity is a craft (0.3% for training)',
    tax: 'Income tax',
    taxSaid: 'I pay income tax with the contributions (versement libératoire)',
  },
};
