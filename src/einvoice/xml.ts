/** An element of XML, as both syntaxes use it: other elements inside, or text. */
export type Element = {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: readonly Element[] | string;
};

/** What may stand inside an element; what is absent is left out. */
export type Inside = Element | undefined | false | readonly Inside[];

/** An element of others, in the order they are given, which is that of the schema. One without any is left out. */
export function group(name: string, ...inside: readonly Inside[]): Element | undefined {
  const content: Element[] = [];
  for (const each of inside) addTo(content, each);
  return content.length > 0 ? { name, content } : undefined;
}

/** An element of others that must be there even where it holds none. */
export const required = (name: string, ...inside: readonly Inside[]): Element =>
  group(name, ...inside) ?? { name, content: '' };

/** An element of text; none where there is nothing to say. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes?: Readonly<Record<string, string>>,
): Element | undefined {
  const content = value === undefined ? '' : readable(value);
  return content.trim() === '' ? undefined : { name, content, ...(attributes && { attributes }) };
}

/** The document, UTF-8, indented by two spaces, each line ended: the same element gives the same bytes. */
export function xmlOf(root: Element, namespaces: Readonly<Record<string, string>>): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  write({ ...root, attributes: { ...namespaces, ...root.attributes } }, '', lines);
  return `${lines.join('\n')}\n`;
}

function write({ name, attributes = {}, content }: Element, indent: string, lines: string[]): void {
  const said = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const open = `${indent}<${name}${said.join('')}`;
  if (content.length === 0) lines.push(`${open}/>`);
  else if (typeof content === 'string') lines.push(`${open}>${escaped(content)}</${name}>`);
  else {
    lines.push(`${open}>`);
    for (const inside of content) write(inside, `${indent}  `, lines);
    lines.push(`${indent}</${name}>`);
  }
}

function addTo(content: Element[], inside: Inside): void {
  if (!inside) return;
  if ('name' in inside) content.push(inside);
  else for (const each of inside) addTo(content, each);
}

/** Without what XML 1.0 cannot hold: control characters, halves of surrogate pairs. Ends of lines are one character. */
const readable = (text: string): string =>
  PLAIN.test(text) ? text : text.replaceAll(/\r\n?/g, '\n').replaceAll(UNREADABLE, '');

const UNREADABLE = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Most of what is written is figures, codes and a few words, which need no second look. */
const PLAIN = /^[\w .,:;+/()À-ÿ-]*$/;
