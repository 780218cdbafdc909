import { useCallback } from 'react';
import { FilterChip } from '../../app/components/filter-chip.tsx';
import { SearchField } from '../../app/components/search-field.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useOperation } from '../../client/use-query.ts';
import { CustomerPicker } from '../../customers/customer-picker.tsx';
import { useCustomerName } from '../../customers/find-customers.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { AmountFields } from './amount-fields.tsx';
import { type ListName, registers } from './list-definitions.ts';
import { PeriodFields } from './period-fields.tsx';
import { type Direction, inOrder, type ListFilters, type Order, viewOf } from './url-filters.ts';

type Say = (search: ListFilters) => void;
type Given = { readonly search: ListFilters; readonly say: Say };

/** Filters and order of a list, all stored in the address. */
export function Filters({
  register,
  search,
  say,
  order,
}: Given & { register: ListName; order: { by: NonNullable<Order>; direction: Direction } }) {
  const words = useTranslations('lists');
  const look = useCallback((q: string) => say(q ? { ...search, q } : without(search, 'q')), [say, search]);
  return (
    <div className="filters" role="search" aria-label={words.filters.label}>
      <SearchField value={search.q ?? ''} label={words[register].search} hint={words[register].hint} onSearch={look} />
      <Period search={search} say={say} />
      <Customer search={search} say={say} />
      <Types register={register} search={search} say={say} />
      <Amounts search={search} say={say} />
      <Others search={search} say={say} />
      <OrderSelect
        order={order}
        without={[register === 'estimates' && 'dueAt', viewOf(register, search).name !== 'recurring' && 'recursOn']}
        onChange={(by, direction) => say(inOrder(search, by, direction))}
      />
    </div>
  );
}

const without = (search: ListFilters, ...names: (keyof ListFilters)[]): ListFilters =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof ListFilters)));

function Period({ search, say }: Given) {
  const words = useTranslations('lists').filters;
  const language = useLanguage();
  const { du, au, date = 'emission' } = search;
  const said =
    du && au
      ? words.fromTo(longDay(du, language), longDay(au, language))
      : du
        ? words.since(longDay(du, language))
        : au
          ? words.until(longDay(au, language))
          : undefined;
  const year = du && au && du.endsWith('-01-01') && au === `${du.slice(0, 4)}-12-31` ? du.slice(0, 4) : undefined;
  return (
    <FilterChip
      name={said ? (words.periodOf[date] ?? words.period) : words.period}
      value={year ?? said}
      onClear={() => say(without(search, 'du', 'au', 'date'))}
    >
      {(close) => (
        <PeriodFields
          from={du}
          to={au}
          date={date}
          onChange={(period) => {
            close();
            say({ ...without(search, 'du', 'au', 'date'), ...period });
          }}
        />
      )}
    </FilterChip>
  );
}

function Customer({ search, say }: Given) {
  const words = useTranslations('lists').filters;
  const { client, organisation } = search;
  const id = client ?? organisation;
  const { data } = useCustomerName(id, organisation ? 'organization' : 'person');
  return (
    <FilterChip
      name={words.customer}
      value={id === undefined ? undefined : (data ?? words.chosen)}
      onClear={() => say(without(search, 'client', 'organisation'))}
    >
      {(close) => (
        <CustomerPicker
          label={words.customerSearch}
          onChoose={({ id: chosen, kind }) => {
            close();
            say({
              ...without(search, 'client', 'organisation'),
              [kind === 'person' ? 'client' : 'organisation']: chosen,
            });
          }}
        />
      )}
    </FilterChip>
  );
}

function Types({ register, search, say }: Given & { register: ListName }) {
  const { filters, kinds } = useTranslations('lists');
  const types = registers[register].types;
  const chosen = search.type?.split(',') ?? [];
  const choose = (type: string): void => {
    const next = chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
    say(
      next.length === 0 || next.length === types.length ? without(search, 'type') : { ...search, type: next.join(',') },
    );
  };
  const said = types.filter((type) => chosen.includes(type)).map((type) => kinds[type]);
  return (
    <FilterChip
      name={filters.type}
      value={said.length > 0 ? said.join(', ') : undefined}
      onClear={() => say(without(search, 'type'))}
    >
      {() => (
        <div className="fields">
          {types.map((type) => (
            <label key={type} className="choice">
              <input type="checkbox" className="check" checked={chosen.includes(type)} onChange={() => choose(type)} />
              {kinds[type]}
            </label>
          ))}
        </div>
      )}
    </FilterChip>
  );
}

function Amounts({ search, say }: Given) {
  const words = useTranslations('lists').filters;
  const language = useLanguage();
  const { min, max } = search;
  const said = [
    min && words.amountFrom(money(Number(min), 'EUR', language)),
    max && words.amountTo(money(Number(max), 'EUR', language)),
  ].filter(Boolean);
  return (
    <FilterChip
      name={words.amount}
      value={said.length > 0 ? said.join(', ') : undefined}
      onClear={() => say(without(search, 'min', 'max'))}
    >
      {(close) => (
        <AmountFields
          least={min}
          most={max}
          onChange={(amounts) => {
            close();
            say({ ...without(search, 'min', 'max'), ...amounts });
          }}
        />
      )}
    </FilterChip>
  );
}

/** Filters that only a link can set: shown, and removable. */
function Others({ search, say }: Given) {
  const { filters, states, kinds: _ } = useTranslations('lists');
  const { projet } = search;
  const { may } = useSession();
  const project = useOperation(
    'get-project-by-id',
    { opportunityId: projet ?? '' },
    { enabled: projet !== undefined && may('projects:read') },
  ).data;
  const special = filters.special as Readonly<Record<string, Readonly<Record<string, string>>>>;
  const flags = Object.keys(special).flatMap((name) => {
    const value = special[name]?.[search[name as keyof ListFilters] ?? ''];
    return value === undefined ? [] : [{ name: name as keyof ListFilters, value, label: filters.others }];
  });
  const more = [
    ...flags,
    ...(search.devise ? [{ name: 'devise' as const, value: search.devise, label: filters.currency }] : []),
    ...(search.situation
      ? [{ name: 'situation' as const, value: situations(search.situation, states), label: filters.state }]
      : []),
    ...(search.etat ? [{ name: 'etat' as const, value: situations(search.etat, states), label: filters.state }] : []),
    ...(projet
      ? [
          {
            name: 'projet' as const,
            value: project?.id === projet ? project.name : filters.chosen,
            label: filters.project,
          },
        ]
      : []),
  ];
  return (
    <>
      {more.map(({ name, value, label }) => (
        <FilterChip key={name} name={label} value={value} onClear={() => say(without(search, name))} />
      ))}
    </>
  );
}

/** Several states as text, without the number of days. */
function situations(said: string, states: ReturnType<typeof useTranslations<'lists'>>['states']): string {
  const word = (name: string): string => {
    if (name === 'draft') return states.drafts;
    if (name === 'late') return states.lateShort;
    if (name === 'expiring') return states.expiringShort;
    if (name === 'finalized') return states.final('invoice');
    const known = states[name as 'paid' | 'signed'];
    return typeof known === 'function' ? known('invoice') : (known ?? name);
  };
  return said.split(',').map(word).join(', ');
}

const ORDERS = [
  'recursOnASC',
  'recursOnDESC',
  'emittedAtDESC',
  'emittedAtASC',
  'dueAtASC',
  'dueAtDESC',
  'amountDESC',
  'amountASC',
  'numberDESC',
  'numberASC',
  'customerASC',
  'customerDESC',
] as const;

function OrderSelect({
  order,
  without,
  onChange,
}: {
  order: { by: NonNullable<Order>; direction: Direction };
  /** The sort orders other than the current one. */
  without: readonly (string | false)[];
  onChange: (by: string, direction: Direction) => void;
}) {
  const words = useTranslations('lists').order;
  return (
    <select
      className="order push quiet small"
      aria-label={words.label}
      value={`${order.by}${order.direction}`}
      onChange={({ target: { value } }) => {
        const direction = value.endsWith('DESC') ? 'DESC' : 'ASC';
        onChange(value.slice(0, -direction.length), direction);
      }}
    >
      {ORDERS.filter((each) => !without.includes(each.replace(/(ASC|DESC)$/, ''))).map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </select>
  );
}
