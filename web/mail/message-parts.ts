/** Part of an email: editable text, or fixed content from the service. */
export type LetterPart =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'fixed'; readonly html: string; readonly said: string; readonly isButton: boolean };

/** Splits an email into parts: consecutive paragraphs form one text, separated by empty lines. */
export function partsOf(html: string): LetterPart[] {
  const { body } = new DOMParser().parseFromString(html.replaceAll(STYLE, STYLE_ASIDE), 'text/html');
  const parts: LetterPart[] = [];
  for (const element of body.children) {
    const last = parts.at(-1);
    if (!isProse(element)) parts.push(fixed(element));
    else if (last?.kind === 'prose')
      parts[parts.length - 1] = { kind: 'prose', text: `${last.text}\n\n${textOf(element)}` };
    else parts.push({ kind: 'prose', text: textOf(element) });
  }
  return parts;
}

/**
 * The content security policy blocks inline styles even here, and reports each: they are stored
 * under another attribute.
 */
const STYLE = ' style="';
const STYLE_ASIDE = ' data-style="';

/** Rebuilds the email with the edited text. */
export const letterOf = (parts: readonly LetterPart[]): string =>
  parts.map((part) => (part.kind === 'fixed' ? part.html : paragraphs(part.text))).join('\n');

/** A paragraph with only text; not a large figure, a table or a button. */
const isProse = (element: Element): boolean =>
  element.tagName === 'P' &&
  !element.querySelector('a, table, img') &&
  !/font-size/.test(element.getAttribute('data-style') ?? '');

const fixed = (element: Element): LetterPart => ({
  kind: 'fixed',
  html: element.outerHTML.replaceAll(STYLE_ASIDE, STYLE),
  said: (element.tagName === 'TABLE' ? rowsOf(element) : textOf(element)).trim(),
  isButton: element.querySelector('a') !== null,
});

const rowsOf = (table: Element): string =>
  [...table.querySelectorAll('tr')]
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' : '))
    .join('\n');

function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const end of copy.querySelectorAll('br')) end.replaceWith('\n');
  return copy.textContent ?? '';
}

const PARAGRAPH = 'margin:0 0 16px';

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((each) => each.trim() !== '')
    .map((each) => `<p style="${PARAGRAPH}">${each.split('\n').map(escaped).join('<br />')}</p>`)
    .join('\n');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
