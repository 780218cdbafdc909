import type { words as french } from '../fr/home.ts';

export const words: typeof french = {
  title: 'Home',
  latest: 'Latest documents',
  number: 'Number',
  noNumber: 'No number',
  subject: 'Subject',
  issued: 'Issued on',
  withTax: 'Total incl. VAT',
};
