import { useQuery } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { money } from '../../../app/formats/money.tsx';
import { call } from '../../../client/call.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import type { DraftLine } from '../draft/line.ts';
import { InlineText } from '../fields/inline-field.tsx';
import type { LineActions } from './line-actions.ts';
import { type Product, productToLine, unitOfProduct } from './product-line.ts';

const LETTERS_MIN = 2;
const FOUND_MAX = 6;
/** Debounce in milliseconds before the catalogue is searched. */
const PAUSE_MS = 120;

type Props = {
  line: DraftLine;
  number: number;
  actions: LineActions;
  sameCurrency: boolean;
  ownCurrency: string | undefined;
  isMissing: boolean;
};

/**
 * Description field with completion from the catalogue. The last option keeps the typed text as a
 * free line.
 */
export function ProductCompletion({ line, number, actions, sameCurrency, ownCurrency, isMissing }: Props) {
  const words = useTranslations('editor').lines;
  const id = useId();
  const list = useCompletion(line);
  const take = (product: Product | undefined): void => {
    list.close();
    if (!product) return;
    actions.change(line.key, 'product', productToLine(product, { sameCurrency }));
    requestAnimationFrame(() => cellOf(line.key, 'quantity')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.altKey || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !list.isOpen) list.browse();
    else if (!list.isOpen) return;
    else if (to !== undefined) list.move(to);
    else if (event.key === 'Enter') take(list.found[list.at]);
    else if (event.key === 'Escape') list.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="complete" onBlur={list.close}>
      <InlineText
        data-cell="designation"
        role="combobox"
        aria-expanded={list.isOpen}
        aria-controls={list.isOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={list.isOpen ? `${id}-${list.at}` : undefined}
        label={words.of(words.designation, number)}
        placeholder={words.designationHint}
        isMissing={isMissing}
        value={line.designation}
        onChange={(designation) => {
          list.type(designation);
          actions.change(line.key, 'designation', { designation, ...(line.productId && { productId: undefined }) });
        }}
        onKeyDown={onKeyDown}
      />
      {/* An input has one line: a longer text is shown wrapped until it is edited. */}
      <span className="whole" aria-hidden="true">
        {line.designation}
      </span>
      {list.isOpen && <Found id={id} list={list} currency={ownCurrency} take={take} />}
    </span>
  );
}

const cellOf = (key: string, cell: string): HTMLElement | null =>
  document.querySelector(`[data-line="${CSS.escape(key)}"] [data-cell="${cell}"]`);

type List = ReturnType<typeof useCompletion>;

/** Searches the catalogue while the user types. */
function useCompletion(line: DraftLine) {
  const [asked, setAsked] = useState<string>();
  const [settled, setSettled] = useState<string>();
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, asked);
    return () => clearTimeout(timer);
  }, [asked]);
  const query = useQuery({
    queryKey: ['products', 'completion', settled],
    queryFn: ({ signal }) =>
      call('get-products', { query: { search: settled || undefined, limit: FOUND_MAX } }, { signal }),
    enabled: asked !== undefined && settled !== undefined,
    placeholderData: (before) => before,
  });
  const found = asked === undefined ? [] : bestFirst(query.data?.docs ?? [], asked);
  const isOpen = found.length > 0;
  return {
    ...{ found, isOpen, at, said: line.designation },
    type(text: string) {
      setAt(0);
      setAsked(text.trim().length >= LETTERS_MIN ? text.trim() : undefined);
    },
    browse: () => setAsked(line.designation.trim()),
    close: () => setAsked(undefined),
    move: (by: number) => setAt((from) => (from + by + found.length + 1) % (found.length + 1)),
  };
}

function Found({
  id,
  list,
  currency,
  take,
}: {
  id: string;
  list: List;
  currency: string | undefined;
  take: (product: Product | undefined) => void;
}) {
  const words = useTranslations('editor');
  const said = words.lines;
  const language = useLanguage();
  const chosen = list.found[list.at];
  const option = (place: number) => ({
    id: `${id}-${place}`,
    role: 'option',
    'aria-selected': place === list.at,
    // On mousedown, before the field loses focus.
    onMouseDown: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      take(list.found[place]);
    },
  });
  return (
    <div className="popup" role="listbox" id={id} aria-label={said.catalogue}>
      {list.found.map((product, place) => (
        <div key={product.id} {...option(place)}>
          <span>
            <Marked text={product.designation} typed={list.said} />
          </span>
          {product.reference && <span className="quiet tiny nowrap product-reference">{product.reference}</span>}
          <span className="push numeric">
            {money(product.unitPrice, currency, language)}{' '}
            <span className="quiet">/ {words.units[unitOfProduct(product)]}</span>
          </span>
        </div>
      ))}
      <div {...option(list.found.length)}>
        <span className="quiet">{said.free(list.said)}</span>
      </div>
      <div className="foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {said.choose}
        </span>
        <span>
          <kbd>{words.enter}</kbd> {said.take}
        </span>
        <span>
          <kbd>{words.escape}</kbd> {said.close}
        </span>
        {chosen?.isStockable && <span className="push">{said.stock(chosen.stock)}</span>}
      </div>
    </div>
  );
}

/** Products that start with the text come before those that contain it. */
const bestFirst = (found: readonly Product[], said: string): readonly Product[] => {
  const begins = ({ designation }: Product): number => (bare(designation).startsWith(bare(said)) ? 0 : 1);
  return [...found].sort((a, b) => begins(a) - begins(b));
};

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Marks the typed letters at the start of words, ignoring accents. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const wanted = bare(typed.trim().split(/\s+/)[0] ?? '');
  const parts = text.split(/(\s+)/);
  return parts.map((part, place) => {
    const isHit = wanted !== '' && bare(part).startsWith(wanted);
    const key = `${place}`;
    return isHit ? (
      <Fragment key={key}>
        <mark>{part.slice(0, wanted.length)}</mark>
        {part.slice(wanted.length)}
      </Fragment>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
