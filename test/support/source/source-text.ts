/**
 * Which parts of a source text to keep. The rest becomes spaces, so that lines and columns stay the
 * same.
 */
export type Kept = { readonly strings: boolean; readonly comments: boolean };

/** The results so far: a dozen rules read the same texts. */
const read = new Map<string, Map<string, string>>();

/**
 * A TypeScript or JavaScript text without its strings, its comments, or both. Quotes stay, and so
 * does the code inside `${…}`. This is not a full parser: it only distinguishes code, strings,
 * comments and regular expressions.
 */
export function blanked(text: string, kept: Kept): string {
  const sort = JSON.stringify(kept);
  const ofSort = read.get(sort) ?? new Map<string, string>();
  read.set(sort, ofSort);
  const known = ofSort.get(text) ?? blank(text, kept);
  ofSort.set(text, known);
  return known;
}

/** Code up to the next character that may start something else. */
const PLAIN = /[^'"`/{}]+/y;

function blank(text: string, kept: Kept): string {
  const out: string[] = [];
  /** Depth of braces at which each open `${` closes. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const keep = (end: number) => {
    out.push(text.slice(at, end));
    at = end;
  };
  const pass = (end: number, keeping: boolean) => {
    const part = text.slice(at, end);
    out.push(keeping ? part : part.replace(/[^\n]/g, ' '));
    at = end;
  };
  const template = () => {
    const end = endOfTemplate(text, at);
    pass(end, kept.strings);
    if (text[at] === '`') keep(at + 1);
    else if (at < text.length) {
      keep(at + 2);
      templates.push(depth);
    }
  };
  while (at < text.length) {
    const char = text[at];
    PLAIN.lastIndex = at;
    if (PLAIN.test(text)) keep(PLAIN.lastIndex);
    else if (text.startsWith('//', at)) pass(orEnd(text, text.indexOf('\n', at)), kept.comments);
    else if (text.startsWith('/*', at)) pass(orEnd(text, text.indexOf('*/', at), 2), kept.comments);
    else if (char === "'" || char === '"') {
      keep(at + 1);
      pass(endOfString(text, at, char), kept.strings);
      keep(at + 1);
    } else if (char === '`') {
      keep(at + 1);
      template();
    } else if (char === '/' && startsExpression(lastOf(out))) {
      pass(endOfRegularExpression(text, at), kept.strings);
    } else if (char === '}' && templates.at(-1) === depth) {
      templates.pop();
      keep(at + 1);
      template();
    } else {
      if (char === '{') depth++;
      if (char === '}') depth--;
      keep(at + 1);
    }
  }
  return out.join('');
}

/** The code alone, for rules about names. */
export const codeOf = (text: string): string => blanked(text, { strings: false, comments: false });

/** The line of an index in a text, from 1. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const orEnd = (text: string, index: number, past = 0): number => (index < 0 ? text.length : index + past);

function endOfString(text: string, start: number, quote: string): number {
  let at = start;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function endOfTemplate(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '`' && !text.startsWith('${', at)) at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

function endOfRegularExpression(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at + 1;
  }
  return start + 1;
}

/** Number of characters before a slash that are checked. */
const BEFORE_SLASH = 60;

/** The end of the text read so far. */
function lastOf(out: readonly string[]): string {
  let end = '';
  for (let at = out.length - 1; at >= 0 && end.length < BEFORE_SLASH; at--) end = out[at] + end;
  return end.slice(-BEFORE_SLASH);
}

/** Whether a slash after this code starts a regular expression and is not a division. */
function startsExpression(before: string): boolean {
  const code = before.trimEnd();
  return code === '' || /[(,=:[!&|?{};+\-*%~^<>]$/.test(code) || /\b(return|typeof|case|in|of|throw|await)$/.test(code);
}
