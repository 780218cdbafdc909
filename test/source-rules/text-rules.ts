import { parseSync } from 'vite';
import { lineAt } from '../support/source/source-text.ts';
import { isTest, part } from '../support/source/source-tree.ts';
import { inWeb, type Rule } from './rule.ts';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** Texts for people outside the catalogues, each in another syntax. */
export const textOutsideCatalogues = [
  '<p>En retard</p>',
  '<p title={days > 30 ? "Grave" : undefined} />',
  '<p>{isLate ? `${days} jours` : null}</p>',
  '<input placeholder="Rechercher" />',
  'toast("Enregistrer");',
  'const said = "Échéance";',
];

/** Texts that people read or hear in a page must be in its catalogues, in French and in English. */
export const textRules: readonly Rule[] = [
  {
    name: 'every text of the web app is in the catalogues',
    instead: 'Add it to web/locales/fr and web/locales/en, and use words.name; a text with parameters is a function.',
    bad: Object.fromEntries(textOutsideCatalogues.map((code, nth) => [`web/billing/bad-${nth}.tsx`, code])),
    offences: (tree) =>
      part(tree, (path) => inWeb(path) && !path.startsWith('web/locales/') && !isTest(path)).flatMap(([path, text]) =>
        textsIn(path, text).map(({ start, said }) => `${path}:${lineAt(text, start)}: ${said}`),
      ),
  },
];

/** Attributes that are read aloud or shown. */
const SAID =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint|heading)$/;
/** Counts as text: two consecutive letters. URL schemes do not. */
const WORD = /\p{L}{2}/u;
/** Names and signs that are the same in every language; a language is listed under its own name. */
const SAME = new Set(['Facturier', 'Make', 'Zapier', 'n8n', 'IBAN', 'BIC', 'Ctrl', 'Ctrl K', '.pdf', 'Français']);
/** A letter that no program name has. */
const FOREIGN = /[\p{L}--[A-Za-z]]/v;

function textsIn(path: string, text: string): { start: number; said: string }[] {
  const found: { start: number; said: string }[] = [];
  const take = ({ start }: Node, said: string): void => {
    if (WORD.test(said) && !said.includes('://') && !SAME.has(said.trim())) found.push({ start, said: said.trim() });
  };
  walk(parseSync(path, text).program, take);
  return found;
}

type Take = (node: Node, said: string) => void;

function walk(value: unknown, take: Take): void {
  if (Array.isArray(value)) for (const each of value) walk(each, take);
  if (!isNode(value)) return;
  if (value.type === 'JSXText') take(value, String(value.value));
  if (value.type === 'JSXAttribute' && SAID.test(nameOf(value)))
    for (const [node, said] of literals(value.value)) take(node, said);
  if ((value.type === 'JSXElement' || value.type === 'JSXFragment') && Array.isArray(value.children))
    for (const child of value.children)
      if (isNode(child) && child.type === 'JSXExpressionContainer')
        for (const [node, said] of literals(child.expression)) take(node, said);
  if (value.type === 'CallExpression' && (value.callee as Node).name === 'toast')
    for (const [node, said] of literals((value.arguments as unknown[])[0])) take(node, said);
  if (value.type === 'Literal' && typeof value.value === 'string' && FOREIGN.test(value.value))
    take(value, value.value);
  for (const [member, each] of Object.entries(value)) if (member !== 'type') walk(each, take);
}

const nameOf = ({ name }: Node): string => String((name as Node).name);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The texts an expression can evaluate to: both branches, and the literal parts of a template. */
function literals(value: unknown): [Node, string][] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' ? [[value, value.value]] : [];
    case 'TemplateLiteral':
      return (value.quasis as (Node & { value: { cooked: string } })[]).map((part) => [part, part.value.cooked]);
    case 'JSXExpressionContainer':
      return literals(value.expression);
    case 'ConditionalExpression':
      return [...literals(value.consequent), ...literals(value.alternate)];
    case 'LogicalExpression':
      return [...(value.operator === '&&' ? [] : literals(value.left)), ...literals(value.right)];
    case 'BinaryExpression':
      return value.operator === '+' ? [...literals(value.left), ...literals(value.right)] : [];
    default:
      return [];
  }
}
