import { unescaped } from './escape-html.ts';

const BLOCKS: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 ul ol table caption blockquote pre hr thead tbody tfoot'.split(' '),
);
/** Block elements with space around them. */
const APART: ReadonlySet<string> = new Set('p h1 h2 h3 h4 ul ol table blockquote pre hr'.split(' '));

/** A tag, or the text before one: `harmless` has closed all tags and quoted all attributes. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>|[^<]+/gi;

/**
 * Converts sanitized HTML to plain text: separate paragraphs, lists with dashes, the cells of a row
 * side by side, links followed by their address. `between` separates cells. The input must come
 * from `harmless`.
 */
export function plainText(html: string, between = ': '): string {
  let text = '';
  const links: string[] = [];
  let cells = 0;
  for (const [token, closing, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase();
    if (name === undefined) text += unescaped(token).replace(/[ \t\r\n]+/g, ' ');
    else if (name === 'tr' || name === 'li') {
      if (!closing) text += name === 'li' ? '\n- ' : '\n';
      cells = 0;
    } else if (name === 'br' || BLOCKS.has(name)) {
      text += APART.has(name) ? '\n\n' : '\n';
    } else if ((name === 'td' || name === 'th') && !closing && cells++ > 0) text += between;
    else if (name === 'a' && !closing) links.push(unescaped(/ href="([^"]*)"/.exec(attributes)?.[1] ?? ''));
    else if (name === 'a') text = withAddress(text, links.pop() ?? '');
  }
  return tidied(text);
}

/** A link whose text is its address is written once; for `mailto:` the address alone. */
function withAddress(text: string, href: string): string {
  const bare = href.replace(/^mailto:([^?]*).*/, '$1').replace(/^tel:/, '');
  return href === '' || text.endsWith(bare) ? text : `${text} (${bare})`;
}

const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/- \n+/g, '- ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
