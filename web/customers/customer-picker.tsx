import { useState } from 'react';
import { useTranslations } from '../locales/language.ts';
import { type FoundCustomer, useFindCustomers } from './find-customers.ts';

/** Customer search field: arrows move through the results, Enter selects. */
export function CustomerPicker({ label, onChoose }: { label: string; onChoose: (customer: FoundCustomer) => void }) {
  const words = useTranslations('app');
  const [typed, type] = useState('');
  const [at, go] = useState(0);
  const { data = [] } = useFindCustomers(typed.trim());
  const here = Math.min(at, data.length - 1);
  return (
    <div className="choose">
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={data.length > 0}
        aria-controls="customer-hits"
        aria-activedescendant={data[here] ? `customer-${data[here].id}` : undefined}
        autoComplete="off"
        placeholder={label}
        value={typed}
        onChange={(event) => {
          type(event.target.value);
          go(0);
        }}
        onKeyDown={(event) => {
          const chosen = data[here];
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            go(Math.min(Math.max(here + (event.key === 'ArrowDown' ? 1 : -1), 0), data.length - 1));
          } else if (event.key === 'Enter' && chosen) {
            event.preventDefault();
            onChoose(chosen);
          }
        }}
      />
      <div role="listbox" id="customer-hits" aria-label={label}>
        {data.map((customer, place) => (
          <div
            key={customer.id}
            id={`customer-${customer.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === here}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(customer);
            }}
          >
            <span>{customer.name}</span>
            <span className="quiet push">{customer.more}</span>
          </div>
        ))}
      </div>
      {data.length === 0 && <p className="quiet small none">{words.list.empty}</p>}
    </div>
  );
}
