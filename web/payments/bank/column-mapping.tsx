import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';

const single = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'status',
  'fee',
  'net',
  'counterpart',
  'reference',
  'balance',
  'valueDate',
  'currency',
  'account',
] as const;
type Single = (typeof single)[number];
type Meaning = Single | 'label' | 'none';
type Order = 'dmy' | 'mdy' | 'ymd';

/** CSV columns by meaning, numbered from 1. */
export type Columns = { readonly [Name in Single]?: number } & {
  readonly date: number;
  readonly label: readonly number[];
  readonly dateOrder: Order;
};
/** The service's answer for a file whose columns are unknown. */
export type UnmappedFile = {
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly guess?: Columns;
};

/** Number of rows shown. */
const SHOWN = 6;

/** Maps the columns of a CSV file, starting from the service's guess, above the first rows. */
export function ColumnsForm({
  id,
  unmapped,
  onChange,
}: {
  id: string;
  unmapped: UnmappedFile;
  onChange: (columns: Columns) => void;
}) {
  const words = useTranslations('bank').file.columns;
  const { guess } = unmapped;
  const [meanings, setMeanings] = useState<readonly Meaning[]>(() =>
    placesOf(unmapped).map((place) => meaningOf(place, guess)),
  );
  const [dateOrder, setOrder] = useState<Order>(guess?.dateOrder ?? 'dmy');
  const [isWrong, setWrong] = useState(false);
  const choose = (place: number, meaning: Meaning): void =>
    setMeanings((before) =>
      before.map((each, at) => {
        if (at === place - 1) return meaning;
        // Only one column can be the date; several can form the label.
        return each === meaning && meaning !== 'label' ? 'none' : each;
      }),
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const columns = columnsOf(meanings, dateOrder);
    setWrong(!columns);
    if (columns) onChange(columns);
  };
  return (
    <form id={id} onSubmit={submit} className="fields" noValidate>
      <div>
        <h3>{words.title}</h3>
        <p className="small quiet">{words.said}</p>
      </div>
      <Sample unmapped={unmapped} meanings={meanings} choose={choose} />
      <label className="field">
        <span>{words.order}</span>
        <select className="input" value={dateOrder} onChange={({ target }) => setOrder(target.value as Order)}>
          {(['dmy', 'mdy', 'ymd'] as const).map((order) => (
            <option key={order} value={order}>
              {words.orders[order]}
            </option>
          ))}
        </select>
      </label>
      {isWrong && (
        <p className="field-error" role="alert">
          {words.missing}
        </p>
      )}
    </form>
  );
}

/** The first rows, with a select above each column. */
function Sample({
  unmapped,
  meanings,
  choose,
}: {
  unmapped: UnmappedFile;
  meanings: readonly Meaning[];
  choose: (place: number, meaning: Meaning) => void;
}) {
  const words = useTranslations('bank').file.columns;
  const { headers, sample } = unmapped;
  const places = placesOf(unmapped);
  return (
    <div className="bank-sample">
      <table>
        <thead>
          <tr>
            {places.map((place) => (
              <th key={place} scope="col">
                {headers[place - 1] ?? place}
                <br />
                <select
                  className="input"
                  aria-label={words.column(headers[place - 1] ?? String(place))}
                  value={meanings[place - 1]}
                  onChange={({ target }) => choose(place, target.value as Meaning)}
                >
                  {(['none', 'date', 'label', ...single.slice(1)] as const).map((meaning) => (
                    <option key={meaning} value={meaning}>
                      {words.meanings[meaning]}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.slice(0, SHOWN).map((row, at) => (
            <tr key={at}>
              {places.map((place) => (
                <td key={place}>{row[place - 1]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function placesOf({ headers, sample }: UnmappedFile): number[] {
  const width = Math.max(headers.length, ...sample.map((row) => row.length));
  return Array.from({ length: width }, (_, place) => place + 1);
}

function meaningOf(place: number, guess: Columns | undefined): Meaning {
  if (guess?.label.includes(place)) return 'label';
  return single.find((name) => guess?.[name] === place) ?? 'none';
}

/** The chosen mapping; undefined if a date, a label or an amount is missing. */
function columnsOf(meanings: readonly Meaning[], dateOrder: Order): Columns | undefined {
  const at = (meaning: Meaning): number => meanings.indexOf(meaning) + 1;
  const label = meanings.flatMap((meaning, place) => (meaning === 'label' ? [place + 1] : []));
  const hasAmount = at('amount') > 0 !== (at('debit') > 0 && at('credit') > 0);
  if (at('date') === 0 || label.length === 0 || !hasAmount) return undefined;
  const said = single.flatMap((name) => (at(name) > 0 ? [[name, at(name)] as const] : []));
  return { ...Object.fromEntries(said), date: at('date'), label, dateOrder };
}
