// The part of Make's template language (IML) that the app uses, written from Make's documentation:
// paths, texts, numbers, equality and a few functions between {{ and }}. Anything else throws an
// error.

export type Values = Readonly<Record<string, unknown>>;

/**
 * Evaluates a template. A text that is a single expression becomes its value, of any type;
 * expressions within a longer text become text. Members without a value are omitted, and `{{...}}`
 * adds all members of its value.
 */
export function filled(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return filledText(template, values);
  if (Array.isArray(template)) return template.map((each) => filled(each, values));
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).flatMap(([name, value]): [string, unknown][] => {
    const said = filled(value, values);
    if (name === '{{...}}') return Object.entries((said as object | undefined) ?? {});
    return [[name, said]];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

const EXPRESSION = /\{\{(.*?)\}\}/gs;

function filledText(template: string, values: Values): unknown {
  const whole = /^\{\{((?:(?!\}\}).)*)\}\}$/s.exec(template);
  if (whole) return valueOf(whole[1] as string, values);
  return template.replace(EXPRESSION, (_, expression: string) => textOf(valueOf(expression, values)));
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) throw new Error('a collection in the middle of a text');
  return String((value as string | number | boolean | null | undefined) ?? '');
}

function valueOf(expression: string, values: Values): unknown {
  const tokens = [...expression.matchAll(TOKEN)].map(([token]) => token.trim()).filter((token) => token !== '');
  const reading: Reading = { tokens, values, at: 0 };
  const value = readEquality(reading);
  if (reading.at < tokens.length) throw new Error(`not understood: ${tokens.slice(reading.at).join(' ')}`);
  return value;
}

/** Quoted texts, numbers, names, and single characters. */
const TOKEN = /'[^']*'|"[^"]*"|\d+(?:\.\d+)?|[A-Za-z_]\w*|==|!=|\S|\s+/g;

type Reading = { readonly tokens: readonly string[]; readonly values: Values; at: number };

function readEquality(reading: Reading): unknown {
  const left = readValue(reading);
  const sign = reading.tokens[reading.at];
  if (sign !== '==' && sign !== '!=') return left;
  reading.at++;
  return (left === readValue(reading)) === (sign === '==');
}

function readValue(reading: Reading): unknown {
  const token = reading.tokens[reading.at++] ?? '';
  if (/^['"]/.test(token)) return token.slice(1, -1);
  if (/^\d/.test(token)) return Number(token);
  if (!/^[A-Za-z_]/.test(token)) throw new Error(`not understood: ${token || 'an expression that ends too early'}`);
  return reading.tokens[reading.at] === '(' ? called(token, reading) : followed(token, reading);
}

/** Follows a path: a missing member has no value, and neither have its own members. */
function followed(root: string, reading: Reading): unknown {
  if (!(root in reading.values)) throw new Error(`there is no ${root} here`);
  let value = reading.values[root];
  while (reading.tokens[reading.at] === '.') {
    const name = reading.tokens[reading.at + 1] ?? '';
    reading.at += 2;
    value = (value as Values | null | undefined)?.[name];
  }
  return value ?? undefined;
}

function called(name: string, reading: Reading): unknown {
  const said: unknown[] = [];
  do {
    reading.at++;
    said.push(readEquality(reading));
  } while (reading.tokens[reading.at] === ',');
  if (reading.tokens[reading.at++] !== ')') throw new Error(`the arguments of ${name} do not end`);
  const run = functions[name];
  if (!run) throw new Error(`Make has no function ${name}, or the stand-in does not know it`);
  return run(...said);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

type Pairs = readonly Values[] | undefined;

const functions: Readonly<Record<string, (...said: readonly unknown[]) => unknown>> = {
  if: (condition, yes, no) => (condition ? yes : no),
  ifempty: (value, instead) => (isEmpty(value) ? instead : value),
  length: (text) => String(text).length,
  substring: (text, from, to) => String(text).slice(Number(from), Number(to)),
  merge: (...lists) => lists.flatMap((list) => list ?? []),
  toCollection: (pairs, key, value) =>
    Object.fromEntries(((pairs as Pairs) ?? []).map((each) => [each[String(key)], each[String(value)]])),
};
