import { useTranslations } from '../../locales/language.ts';
import { Options } from '../components/select-options.tsx';

/** A column of a file, and what it was read as. */
export type FoundColumn = {
  readonly header: string;
  readonly member?: string | undefined;
  readonly sample?: string | undefined;
};
/** What a person chose: null leaves a column out. */
export type ChosenColumn = { readonly header: string; readonly member: string | null };
export type MappedList = 'customers' | 'products';

/** The value of the option that leaves a column out: no member has this name. */
const LEFT_OUT = '';

/** The columns of a file with their first cell, and a choice of their meaning for each. */
export function ImportColumns({
  what,
  columns,
  isOpen,
  onChoose,
}: {
  what: MappedList;
  columns: readonly FoundColumn[];
  isOpen: boolean;
  onChoose: (columns: readonly ChosenColumn[]) => void;
}) {
  const words = useTranslations('import').mapping;
  const members: Readonly<Record<string, string>> = words.members[what];
  const options = [
    { value: LEFT_OUT, text: words.leftOut },
    ...Object.entries(members).map(([value, text]) => ({ value, text })),
  ];
  // Only one column has a meaning: another one that had it is left out.
  const choose = (header: string, chosen: string): void =>
    onChoose(
      columns.map(({ header: each, member }) => ({
        header: each,
        member: each === header ? chosen || null : member === chosen ? null : (member ?? null),
      })),
    );
  const read = columns.filter(({ member }) => member !== undefined).length;
  return (
    <details className="import-columns" open={isOpen}>
      <summary>{words.summary(read, columns.length)}</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.header}</th>
            <th scope="col">{words.member}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, member, sample }) => (
            <tr key={header}>
              <th scope="row">
                {header}
                {sample !== undefined && <span className="quiet small">{sample}</span>}
              </th>
              <td>
                <select
                  className="input"
                  aria-label={words.meaning(header)}
                  value={member ?? LEFT_OUT}
                  onChange={({ target }) => choose(header, target.value)}
                >
                  <Options options={options} />
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
