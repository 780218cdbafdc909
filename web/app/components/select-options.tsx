import type { ReactNode } from 'react';

export type Option<V extends string> = { readonly value: V; readonly text: ReactNode };
/** Options of a select. `others` may be chosen too and appear below, under their own heading. */
export type Offered<V extends string> = {
  readonly options: readonly Option<V>[];
  readonly others?: { readonly label: string; readonly options: readonly Option<V>[] } | undefined;
};

/** The options of a `<select>`. */
export function Options<V extends string>({ options, others }: Offered<V>) {
  const each = ({ value, text }: Option<V>) => (
    <option key={value} value={value}>
      {text}
    </option>
  );
  return (
    <>
      {options.map(each)}
      {others && others.options.length > 0 && <optgroup label={others.label}>{others.options.map(each)}</optgroup>}
    </>
  );
}

/** Suitable options come first, the others below, both in their original order. */
export const parted = <V extends string>(
  all: readonly (Option<V> & { readonly fits: boolean })[],
  label: string,
): Offered<V> => ({
  options: all.filter(({ fits }) => fits),
  others: { label, options: all.filter(({ fits }) => !fits) },
});
