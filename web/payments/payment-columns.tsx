import type { Column } from '../app/components/data-table.tsx';
import { Day } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useTranslations } from '../locales/language.ts';

/** Common cells of payment tables: date, customer, document, amount. */
type Moved = {
  readonly customerName?: string | undefined;
  readonly number?: string | undefined;
  readonly currency: string;
};

/**
 * Columns shared by payments, online payments and refunds; `cents` and `on` read them from a row.
 */
export function usePaymentColumns<Row extends Moved>(of: {
  /** Label of the date column. */
  readonly head: string;
  readonly on: (row: Row) => string | number | undefined;
  readonly cents: (row: Row) => number;
}): Readonly<Record<'on' | 'customer' | 'document' | 'amount', Column<Row>>> {
  const { heads } = useTranslations('payments');
  const day = (row: Row) => {
    const on = of.on(row);
    return on === undefined ? null : <Day date={on} />;
  };
  return {
    on: { name: 'on', head: of.head, cell: day, narrowPlace: 'second-line-start' },
    customer: {
      name: 'customer',
      head: heads.customer,
      cell: ({ customerName }) => customerName,
      className: 'who truncated-cell',
      narrowPlace: 'first-line-start',
    },
    document: { name: 'document', head: heads.document, cell: ({ number }) => number, isLink: true },
    amount: {
      name: 'amount',
      head: heads.amount,
      cell: (row) => <Money cents={of.cents(row)} currency={row.currency} />,
      isFigure: true,
      narrowPlace: 'first-line-end',
    },
  };
}
