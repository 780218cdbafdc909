/** The result of the month on the home page. The French catalogue defines the type. */
export const words = {
  title: 'Résultat',
  shown: 'Mois affiché',
  months: { this: 'Ce mois-ci', last: 'Le mois dernier' },
  year: (year: string) => `Année ${year}`,
  billed: <T>(amount: T): (T | string)[] => [amount, ' facturés, hors taxes.'],
  received: <T>(amount: T, vat: string | undefined): (T | string)[] => [
    amount,
    vat === undefined ? ' encaissés.' : ` encaissés, dont ${vat} de TVA.`,
  ],
  spent: <T>(amount: T, vat: string | undefined): (T | string)[] => [
    amount,
    vat === undefined ? ' dépensés.' : ` dépensés, dont ${vat} de TVA déductible.`,
  ],
  mileage: <T>(amount: T): (T | string)[] => [amount, ' de frais kilométriques.'],
  charges: <T>(amount: T): (T | string)[] => [amount, ' de cotisations sur ce qui est encaissé.'],
  vat: <T>(amount: T, due: string, deductible: string): (T | string)[] => [
    amount,
    ` de TVA à payer : ${due} due, moins ${deductible} déductible.`,
  ],
  vatCredit: <T>(amount: T, due: string, deductible: string): (T | string)[] => [
    amount,
    ` de crédit de TVA : ${deductible} déductible, moins ${due} due.`,
  ],
  setAside: <T>(amount: T): (T | string)[] => ['À mettre de côté : ', amount, '.'],
  left: <T>(
    amount: T,
    { vat, charges, mileage }: { vat: boolean; charges: boolean; mileage: boolean },
  ): (T | string)[] => [
    'Il reste ',
    amount,
    ` : encaissé moins dépensé${mileage ? ', kilomètres' : ''}${charges ? ' et cotisations' : ''}${vat ? ', hors TVA' : ''}.`,
  ],
  days: (from: string, to: string) => (from === to ? `le ${from}` : `du ${from} au ${to}`),
  since: (days: string, changes: string) => `Depuis le mois dernier (${days}) : ${changes}.`,
  unchanged: (days: string) => `Rien n’a changé depuis le mois dernier (${days}).`,
  changes: {
    billed: (amount: string, how: 'more' | 'less') => `${amount} facturés en ${how === 'more' ? 'plus' : 'moins'}`,
    received: (amount: string, how: 'more' | 'less') => `${amount} encaissés en ${how === 'more' ? 'plus' : 'moins'}`,
    spent: (amount: string, how: 'more' | 'less') => `${amount} dépensés en ${how === 'more' ? 'plus' : 'moins'}`,
    left: (amount: string, how: 'more' | 'less') => `il reste ${amount} de ${how === 'more' ? 'plus' : 'moins'}`,
  },
  estimate: 'Estimation. Les déclarations donnent les montants à payer.',
};
