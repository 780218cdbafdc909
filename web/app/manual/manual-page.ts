import './manual.css';
import { type FoundPart, searchManual } from './manual-search.ts';

// The script of every page of the manual. Pages can be read without it.

const RESULTS_MAX = 12;
const COPIED_MS = 2_000;
const APPEARANCE = 'facturier.appearance';

const part = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};
/** Texts in the language of the page, from its `data-` attributes. */
const words = part<HTMLElement>('header').dataset as Readonly<Record<string, string>>;

function startMenu(): void {
  const button = part<HTMLButtonElement>('.menu');
  const open = (isOpen: boolean): void => {
    button.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('menu-open', isOpen);
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    open(false);
    button.focus();
  });
  const pages = part<HTMLElement>('nav.pages');
  const current = pages.querySelector<HTMLElement>('[aria-current]');
  // Only the side bar scrolls, not the page.
  if (current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
}

function startTheme(): void {
  const button = part<HTMLButtonElement>('.theme');
  const root = document.documentElement;
  const names = ['system', 'light', 'dark'] as const;
  const current = () => names.find((name) => name === root.dataset.theme) ?? 'system';
  const label = () => button.setAttribute('aria-label', `${words.theme} ${words[current()]}`);
  button.addEventListener('click', () => {
    const next = names[(names.indexOf(current()) + 1) % names.length] ?? 'system';
    localStorage.setItem(APPEARANCE, next);
    if (next === 'system') delete root.dataset.theme;
    else root.dataset.theme = next;
    label();
  });
  label();
}

/** Keyboard access to blocks of code and tables that are wider than the page. */
function startScrolling(): void {
  const adapt = (): void => {
    for (const block of document.querySelectorAll('article pre, article .table'))
      if (block.scrollWidth > block.clientWidth) block.setAttribute('tabindex', '0');
      else block.removeAttribute('tabindex');
  };
  window.addEventListener('resize', adapt);
  adapt();
}

/** A button to copy each block of code. */
function startCode(): void {
  for (const block of document.querySelectorAll('article pre')) {
    const button = document.createElement('button');
    button.className = 'copy';
    button.textContent = words.copy ?? '';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = words.copied ?? '';
      setTimeout(() => {
        button.textContent = words.copy ?? '';
      }, COPIED_MS);
    });
    block.after(button);
  }
}

function startSearch(): void {
  const field = part<HTMLInputElement>('.search input');
  const list = part<HTMLElement>('#results');
  const status = part<HTMLElement>('.search [role=status]');
  let place = 0;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('a')];
  const choose = (next: number): void => {
    const all = options();
    place = all.length === 0 ? 0 : (next + all.length) % all.length;
    for (const [nth, option] of all.entries()) option.setAttribute('aria-selected', String(nth === place));
    const chosen = all[place];
    chosen?.scrollIntoView({ block: 'nearest' });
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const show = (found: readonly FoundPart[] | undefined, said: string): void => {
    const isOpen = found !== undefined;
    list.replaceChildren(...(found ?? []).map(line));
    list.hidden = !found?.length;
    field.setAttribute('aria-expanded', String(isOpen && found.length > 0));
    status.textContent = said;
    part<HTMLElement>('.search').classList.toggle('none', isOpen && found.length === 0);
    choose(0);
  };
  const look = async (): Promise<void> => {
    const wanted = field.value.trim();
    if (wanted === '') return show(undefined, '');
    try {
      const found = await searchManual(words.index ?? '', wanted, RESULTS_MAX);
      if (wanted !== field.value.trim()) return;
      show(found, found.length === 0 ? (words.nothing ?? '') : `${found.length} ${words.results}`);
    } catch {
      show([], words.failed ?? '');
    }
  };
  field.addEventListener('input', () => void look());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(place + 1);
    else if (event.key === 'ArrowUp') choose(place - 1);
    else if (event.key === 'Enter') options()[place]?.click();
    else if (event.key === 'Escape') show(undefined, '');
    else return;
    event.preventDefault();
  });
  field.addEventListener('blur', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && list.contains(relatedTarget))) show(undefined, '');
  });
  field.addEventListener('focus', () => void look());
  // A link takes the focus only once it is clicked, so that the list is still there.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', () => show(undefined, ''));
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target instanceof HTMLInputElement;
    const key = event.key.toLowerCase();
    const isAsked = key === '/' ? !isWriting : key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isAsked) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

function line({ id, page, heading, shown }: FoundPart, nth: number): HTMLElement {
  const link = document.createElement('a');
  link.href = `${words.root}${id}`;
  link.id = `result-${nth}`;
  link.tabIndex = -1;
  link.setAttribute('role', 'option');
  const title = document.createElement('b');
  title.textContent = heading === page ? page : `${page} › ${heading}`;
  const said = document.createElement('span');
  said.textContent = shown;
  link.append(title, said);
  return link;
}

startMenu();
startTheme();
startCode();
startScrolling();
startSearch();
