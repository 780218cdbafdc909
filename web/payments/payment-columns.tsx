import type { Column } from '../app/components/data-table.tsx';
import { Day } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useTranslations } from '../locales/language.ts';

/** What every table of money says of a row: when, who, on which document, and how much. */
type Moved = {
  readonly customerName?: string | undefined;
  readonly number?: string | undefined;
  readonly currency: string;
};

/** The columns that tables of payments, online payments and refunds share; `cents` and `on` say where a row has them. */
export function usePaymentColumns<Row extends Moved>(of: {
  /** What the day is called. */
  readonly head: string;
  readonly on: (row: Row) => string | number | undefined;
  readonly cents: (row: Row) => number;
}): Readonly<Record<'on' | 'customer' | 'document' | 'amount', Column<Row>>> {
  const { heads } = useTranslations('payments');
  const day = (row: Row) => {
    const on = of.on(row);
    return on === undefined ? null : <Day on={on} />;
  };
  return {
    on: { name: 'on', head: of.head, cell: day, place: 'm3' },
    customer: {
      name: 'customer',
      head: heads.customer,
      cell: ({ customerName }) => customerName,
      className: 'who clip',
      place: 'm1',
    },
    document: { name: 'document', head: heads.document, cell: ({ number }) => number, isLink: true },
    amount: {
      name: 'amount',
      head: heads.amount,
      cell: (row) => <Money cents={of.cents(row)} currency={row.currency} />,
      isFigure: true,
      place: 'm2',
    },
  };
}
