import type { ReactNode } from 'react';

export type Option<V extends string> = { readonly value: V; readonly text: ReactNode };
/** What a choice has to offer; `others` can be chosen all the same, and stand below under a word of their own. */
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

/** What fits is offered, the rest stands below; the order stays. */
export const parted = <V extends string>(
  told: readonly (Option<V> & { readonly fits: boolean })[],
  label: string,
): Offered<V> => ({
  options: told.filter(({ fits }) => fits),
  others: { label, options: told.filter(({ fits }) => !fits) },
});
