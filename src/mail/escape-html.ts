const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for HTML, in an element or a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => entities[c] as string);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Reverses the escaping of `escaped` and `harmless`. */
export const unescaped = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMED[name] as string);
