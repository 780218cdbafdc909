/** Balances of 2025 that a business types: 4,200.00 of debit, and as much of credit. */
export const OPENING = {
  on: '2026-01-01',
  label: 'Reprise des soldes 2025',
  lines: [
    { account: '512', label: 'Ma banque', debit: 420_000 },
    { account: '164', label: 'Emprunt', credit: 300_000 },
    { account: '101', label: 'Capital', credit: 120_000 },
  ],
};
