const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as HTML shows it, in an element or between the quotes of an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => entities[c] as string);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The way back, of what `escaped` and `harmless` write. */
export const unescaped = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMED[name] as string);
