import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { IconPlus, IconX } from '../icons.tsx';
import { Pop } from './popup-menu.tsx';

/**
 * A list filter: its value with a remove button, or a button that opens its form. `children`
 * receives the close function.
 */
export function FilterChip({
  name,
  value,
  onClear,
  children,
}: {
  name: string;
  value?: ReactNode;
  onClear: () => void;
  children?: (close: () => void) => ReactNode;
}) {
  const words = useTranslations('app');
  const isSet = value !== undefined;
  const chip = (
    <button type="button" className={isSet ? 'chip set' : 'chip'} onClick={onClear}>
      {!isSet && <IconPlus />}
      {isSet ? (
        <span>
          {name} : <b>{value}</b>
        </span>
      ) : (
        name
      )}
    </button>
  );
  return (
    <span className="chip-group">
      {children ? (
        <Pop button={chip} name={name}>
          {children}
        </Pop>
      ) : (
        chip
      )}
      {isSet && (
        <button type="button" className="chip-off" aria-label={words.list.clearFilter(name)} onClick={onClear}>
          <IconX />
        </button>
      )}
    </span>
  );
}
