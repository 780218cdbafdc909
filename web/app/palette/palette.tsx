import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';
import {
  IconBox,
  IconChevronRight,
  IconFileInvoice,
  IconLayoutKanban,
  IconLifebuoy,
  IconPlus,
  IconSearch,
  IconUsers,
  IconX,
} from '../icons.tsx';
import { splitAtMatch } from './fold-text.ts';
import { type Hit, type Hits, useHits } from './search.ts';
import './palette.css';

const icons = {
  ...{ document: IconFileInvoice, customer: IconUsers, product: IconBox, project: IconLayoutKanban },
  ...{ act: IconPlus, page: IconChevronRight, help: IconLifebuoy },
} as const;

/**
 * Command palette: finds pages, actions, documents, customers and pages of the manual. Arrows move
 * through the results while typing.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const words = useTranslations('app').palette;
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const { hits, isAsking } = useHits(text);
  const flat = hits.flatMap(({ hits: own }) => own);
  const chosen = flat[Math.min(place, flat.length - 1)];
  useShownModal(dialog);
  const open = useOpen(onClose);
  const walk = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && flat.length > 0)
      setPlace((Math.min(place, flat.length - 1) + by + flat.length) % flat.length);
    else if (event.key === 'Enter') open(chosen, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="over over-palette"
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette">
        <div className="ask">
          <IconSearch />
          <input
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setPlace(0);
            }}
            onKeyDown={walk}
            role="combobox"
            aria-expanded={flat.length > 0}
            aria-controls="found"
            aria-activedescendant={chosen && `hit-${chosen.id}`}
            aria-label={words.ask}
            placeholder={words.ask}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="button" className="btn quiet square close" aria-label={words.close} onClick={onClose}>
            <IconX />
          </button>
        </div>
        <Found hits={hits} text={text} chosen={chosen} onOpen={(hit) => open(hit, false)} />
        {flat.length === 0 && !isAsking && <p className="nothing">{words.nothing(text)}</p>}
        <p className="screen-reader-only" role="status">
          {isAsking ? '' : words.count(flat.length)}
        </p>
      </div>
    </dialog>
  );
}

/** Opens a result, `aside` in another tab; pages of the manual always open there. */
function useOpen(onClose: () => void): (hit: Hit | undefined, aside: boolean) => void {
  const router = useRouter();
  return (hit, aside) => {
    if (!hit) return;
    onClose();
    if (hit.address !== undefined) return void window.open(hit.address, '_blank', 'noopener');
    const { publicHref } = router.buildLocation(hit.link as Parameters<typeof router.buildLocation>[0]);
    if (aside) window.open(publicHref, '_blank', 'noopener');
    else void router.navigate({ href: publicHref });
  };
}

function Found({
  hits,
  text,
  chosen,
  onOpen,
}: {
  hits: Hits;
  text: string;
  chosen: Hit | undefined;
  onOpen: (hit: Hit) => void;
}) {
  const words = useTranslations('app').palette;
  return (
    <div className="found" role="listbox" id="found" aria-label={words.found}>
      {hits.map(({ title, hits: own }) => (
        <div key={title} role="group" aria-label={words.groups[title]}>
          <p className="group" aria-hidden="true">
            {words.groups[title]}
          </p>
          {own.map((hit) => (
            <Line key={hit.id} hit={hit} text={text} isChosen={hit === chosen} onOpen={() => onOpen(hit)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Focus stays in the field; the active result is announced by `aria-activedescendant`. */
function Line({ hit, text, isChosen, onOpen }: { hit: Hit; text: string; isChosen: boolean; onOpen: () => void }) {
  const Icon = icons[hit.kind];
  const [before, found, after] = splitAtMatch(hit.name, text);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
    <div
      ref={line}
      className={isChosen ? 'menu-item on' : 'menu-item'}
      role="option"
      id={`hit-${hit.id}`}
      aria-selected={isChosen}
      onClick={onOpen}
    >
      <Icon />
      <span className="what">
        {before}
        {found && <mark>{found}</mark>}
        {after} <span className="quiet">{hit.beside}</span>
      </span>
      <span className="push">
        {hit.end}
        {hit.keys?.map((key) => (
          <kbd key={key} aria-hidden="true">
            {key}
          </kbd>
        ))}
      </span>
    </div>
  );
}

/** Modal over the page; focus returns to its previous place when it closes. */
function useShownModal(dialog: { readonly current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [dialog]);
}
