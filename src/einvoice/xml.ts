/** An XML element, as used by both syntaxes: with child elements or text. */
export type Element = {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: readonly Element[] | string;
};

/** Possible children of an element; absent ones are left out. */
export type Inside = Element | undefined | false | readonly Inside[];

/** An element with children in the given (schema) order; left out if it has none. */
export function group(name: string, ...inside: readonly Inside[]): Element | undefined {
  const content: Element[] = [];
  for (const each of inside) addTo(content, each);
  return content.length > 0 ? { name, content } : undefined;
}

/** A required element with children, even if it has none. */
export const required = (name: string, ...inside: readonly Inside[]): Element =>
  group(name, ...inside) ?? { name, content: '' };

/** An element with text; left out without text. */
export function leaf(
  name: string,
  value: string | undefined,
  attributes?: Readonly<Record<string, string>>,
): Element | undefined {
  const content = value === undefined ? '' : readable(value);
  return content.trim() === '' ? undefined : { name, content, ...(attributes && { attributes }) };
}

/**
 * The UTF-8 document, indented by two spaces, with a newline after each line: equal elements give
 * equal bytes.
 */
export function xmlOf(root: Element, namespaces: Readonly<Record<string, string>>): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  write({ ...root, attributes: { ...namespaces, ...root.attributes } }, '', lines);
  return `${lines.join('\n')}\n`;
}

function write({ name, attributes = {}, content }: Element, indent: string, lines: string[]): void {
  const serialized = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const open = `${indent}<${name}${serialized.join('')}`;
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

/**
 * Removes characters invalid in XML 1.0: control characters and lone surrogates. Line ends become
 * one character.
 */
const readable = (text: string): string =>
  PLAIN.test(text) ? text : text.replaceAll(/\r\n?/g, '\n').replaceAll(UNREADABLE, '');

const UNREADABLE = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Most texts are figures, codes and a few words, which need no escaping. */
const PLAIN = /^[\w .,:;+/()À-ÿ-]*$/;
