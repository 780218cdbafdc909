import { type ReactNode, useState } from 'react';
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
  const [isOpen, open] = useState(false);
  const isSet = value !== undefined;
  const chip = (
    <button
      type="button"
      className={isSet ? 'chip set' : 'chip'}
      aria-haspopup={children ? 'dialog' : undefined}
      aria-expanded={children ? isOpen : undefined}
      onClick={() => (children ? open(!isOpen) : onClear())}
    >
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
        <Pop button={chip} name={name} opened={isOpen} onChange={open}>
          {children(() => open(false))}
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
