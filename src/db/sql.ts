/** A row from PostgreSQL: bigint as number (all of ours fit), date as YYYY-MM-DD. */
export type Row = Record<string, any>;

/**
 * SQL with the name it is prepared under; without a name it is parsed each time. Names are derived
 * from the text, so two statements never share one.
 */
export type Statement = { readonly name?: string; readonly text: string };

/** PostgreSQL's answer to one statement. */
export type StatementResult = { readonly rows: Row[]; readonly command: string };

/** Cached statements per call site, since filters can produce a hundred thousand. */
const REMEMBERED_MAX = 64;
const remembered = new WeakMap<TemplateStringsArray, Map<string, Statement>>();

/**
 * Names a statement after its text, so that it is parsed once per connection. Cached by its parts.
 */
export function sql(strings: TemplateStringsArray, ...fragments: readonly string[]): Statement {
  const known = remembered.get(strings) ?? new Map<string, Statement>();
  const together = fragments.length === 1 ? (fragments[0] as string) : fragments.join('\0');
  const before = known.get(together);
  if (before) return before;
  const statement = named(String.raw({ raw: strings.raw }, ...fragments));
  if (known.size < REMEMBERED_MAX) remembered.set(strings, known.set(together, statement));
  return statement;
}

function named(written: string): Statement {
  const text = written.replace(/\s+/g, ' ').trim();
  return { name: `s${fingerprint(text)}`, text };
}

/**
 * A statement without a name, which is parsed each time. For statements with very many variants:
 * PostgreSQL keeps every prepared statement and its plan as long as the connection lives.
 */
export const unprepared = ({ text }: Statement): Statement => ({ text });

/**
 * FNV-1a over the text, twice with different seeds: short, stable, and without collisions among
 * our few hundred statements.
 */
function fingerprint(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
