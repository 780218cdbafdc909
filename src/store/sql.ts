import type { Statement } from './statement-batch.ts';

/** Names a statement after its text, so that it is parsed once a connection. */
export function sql(strings: TemplateStringsArray, ...fragments: readonly string[]): Statement {
  const text = String.raw({ raw: strings.raw }, ...fragments)
    .replace(/\s+/g, ' ')
    .trim();
  return { name: `s${fingerprint(text)}`, text };
}

/**
 * The same statement, parsed each time: for one of very many that callers can compose. PostgreSQL keeps every statement
 * it has prepared, with its plan, as long as the connection lives.
 */
export const unprepared = ({ text }: Statement): Statement => ({ text });

/** FNV-1a over the text, twice with different seeds: short, stable, and free of collisions among our few hundred statements. */
function fingerprint(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
