import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../../app/session/session.ts';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';

export type FoundCustomer = { readonly id: string; readonly name: string; readonly more?: string | undefined };

const FOUND_MAX = 6;

/** Finds a customer by a few letters, or offers to create one. Works by keyboard and pointer. */
export function CustomerSearch({
  onChoose,
  onMake,
}: {
  onChoose: (customer: FoundCustomer) => void;
  onMake: (name: string) => void;
}) {
  const words = useTranslations('editor').customer;
  const id = useId();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(search.trim());
  const field = useRef<HTMLInputElement>(null);
  // Focus at once if the dialog or the page has no other purpose.
  useEffect(() => field.current?.focus(), []);
  const take = (place: number): void => {
    const customer = found[place];
    if (customer) onChoose(customer);
    else onMake(search.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) take(at);
    else setAt((from) => (from + step + found.length + 1) % (found.length + 1));
  };
  const option = (place: number) => ({
    id: `${id}-${place}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': place === at,
    onMouseDown: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      take(place);
    },
  });
  return (
    <div className="customer-search">
      <label>
        <span className="label">{words.search}</span>
        <input
          className="input"
          ref={field}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={`${id}-${at}`}
          autoComplete="off"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div className="found" role="listbox" id={id} aria-label={words.found}>
        {found.map((customer, place) => (
          <div key={customer.id} {...option(place)}>
            <b>{customer.name}</b>
            {customer.more && <span className="quiet push">{customer.more}</span>}
          </div>
        ))}
        <div {...option(found.length)}>{search.trim() === '' ? words.makeOne : words.make(search.trim())}</div>
      </div>
    </div>
  );
}

function useFound(search: string): readonly FoundCustomer[] {
  const { mode } = useSession();
  const query = { search: search || undefined, limit: FOUND_MAX, archived: false, test: mode === 'test' };
  const { data } = useQuery({
    queryKey: ['customers', 'choice', query],
    queryFn: async ({ signal }): Promise<readonly FoundCustomer[]> => {
      const [organizations, contacts] = await Promise.all([
        call('list-organizations', { query }, { signal }),
        call('list-contacts', { query }, { signal }),
      ]);
      return [
        ...organizations.docs.map(({ id, name, billingAddress }) => ({
          id,
          name,
          more: billingAddress.city ?? undefined,
        })),
        ...contacts.docs.map(({ id, fullname, organization }) => ({ id, name: fullname, more: organization?.name })),
      ];
    },
    placeholderData: (before) => before,
  });
  return (data ?? []).slice(0, FOUND_MAX);
}
