import type { words as french } from '../fr/accounting.ts';

/** The journals, the trial balance and the file of entries. */
export const words: typeof french = {
  title: 'Journals and FEC',
  book: 'Receipts book',
  intro:
    'The accounting entries of your invoices, payments, takings and purchases, ready for your accountant: sales, bank, cash, purchases and other operations. Opening balances and year-end entries are not part of them. Choose the whole financial year for the file: numbers start at 1 on the first day of the period.',
  balance: 'Trial balance',
  ledger: (account, label) =>
    label === undefined ? `Ledger of account ${account}` : `Ledger of account ${account}, ${label}`,
  withPurchases: 'The file has the sales, receipts and purchases recorded here:',
  withoutPurchases:
    'No purchase is recorded in this period: the file has sales and receipts, for an accountant to import. It is not the complete FEC of the business:',
  withoutRate: (count) =>
    count === 1
      ? 'One item has no entry: its exchange rate to the euro is not known.'
      : `${count} items have no entry: their exchange rate to the euro is not known.`,
  nothing: 'No entries in this period.',
  more: 'Show more',
  total: (entries) => (entries === 1 ? '1 entry' : `${entries} entries`),
  files: { entries: 'File of entries', description: 'Description', csv: 'CSV' },
  download: {
    entries: 'Download the file of entries',
    description: 'Download the description of the file',
    csv: 'Download as CSV',
  },
  heads: {
    account: 'Account',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance',
    on: 'Date',
    entry: 'Entry',
    label: 'Label',
  },
  chart: {
    title: 'Chart of accounts',
    intro:
      'The accounts of the French plan comptable général. Replace them by your own: the number, then the label. An emptied field returns to the default. A change applies to every period: make it at the beginning of a financial year.',
    basis: 'Sales and purchases are booked',
    bases: { invoices: 'When invoiced', payments: 'When paid (BNC)' },
    byDefault: (account) => `Default: ${account}`,
    roles: {
      customers: 'Customers',
      customer_advances: 'Advances received',
      customer_credits: 'Overpayments of customers',
      disbursements: 'Disbursements',
      suppliers: 'Suppliers',
      internal_transfers: 'Internal transfers',
      vat_deductible: 'Deductible VAT',
      vat_deductible_on_assets: 'Deductible VAT on fixed assets',
      vat_owed_on_union_purchases: 'VAT owed on purchases from the Union and services from abroad',
      vat_owed_on_other_purchases: 'VAT owed on other purchases (reverse charge)',
      purchase_of_assets: 'Equipment above €500 without VAT',
      sales_of_services: 'Services',
      sales_of_goods: 'Sales of goods',
      vat_collected: 'VAT collected',
      vat_awaiting_payment: 'VAT awaiting payment',
      purchase_of_goods_for_resale: 'Goods for resale',
      purchase_of_raw_materials: 'Raw materials',
      purchase_of_supplies: 'Supplies',
      purchase_of_services: 'Services bought',
      purchase_of_travel: 'Travel',
      purchase_of_equipment: 'Small equipment',
      purchase_of_other: 'Other purchases',
      money_transfer: 'Payment by transfer',
      money_direct_debit: 'Payment by direct debit',
      money_credit_card: 'Payment by card',
      money_cheque: 'Payment by cheque',
      money_universal_employment_service_cheque: 'Payment by CESU',
      money_cash: 'Payment in cash',
      money_paypal: 'Payment by PayPal',
      money_stripe: 'Payment by Stripe',
      money_other: 'Other payment',
      money_unstated: 'Means of payment not stated',
    },
    codes: {
      '210': '2.1%',
      '550': '5.5%',
      '850': '8.5%',
      '1000': '10%',
      '2000': '20%',
      '00HT': 'without VAT',
      '00UE': 'European Union',
      '0HUE': 'outside the Union',
    },
  },
};
