import type * as z from 'zod';
import type { BilingualText } from '../bilingual-text.ts';
import { TO_FILL_IN } from '../fields/text.ts';
import { closestName } from './closest-name.ts';

type Issue<Code extends z.core.$ZodIssue['code']> = Extract<z.core.$ZodIssue, { code: Code }>;

/**
 * The message for an invalid value, in both languages. `given` is the value; in a query (`asText`)
 * every value is a text.
 */
export function faultTextOf(
  issue: z.core.$ZodIssue,
  { given, asText, known }: { given: unknown; asText: boolean; known?: readonly string[] | undefined },
): BilingualText {
  // An empty field gets no message about its format.
  if (given === '' && WANT_SOMETHING.has(issue.code)) return TO_FILL_IN;
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, asText ? undefined : given);
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_format':
      return (
        wrongFormat[issue.format] ?? {
          fr: 'Ce texte n’a pas le format attendu',
          en: 'This text does not have the expected format',
        }
      );
    case 'not_multiple_of':
      return { fr: `Il faut un multiple de ${issue.divisor}`, en: `Must be a multiple of ${issue.divisor}` };
    case 'unrecognized_keys':
      return unknownMember(issue.keys[0] ?? '', known ?? []);
    case 'invalid_value':
      return oneOf(issue.values.map(String));
    case 'custom':
      return customFaultText(issue);
    default:
      return { fr: 'Cette valeur n’a aucun des formats admis', en: 'This value matches none of the allowed formats' };
  }
}

const WANT_SOMETHING: ReadonlySet<string> = new Set(['too_small', 'invalid_format']);

export const MISSING: BilingualText = { fr: 'Ce champ est obligatoire', en: 'This field is required' };

/** A value not in a list too long to repeat here, and the one that was probably meant. */
export function inList({ name, values }: { name: string; values: readonly string[] }, value: unknown): BilingualText {
  const near = typeof value === 'string' ? closestName(value, values) : undefined;
  return {
    fr: `Il faut une valeur de la liste ${name}${near ? ` ; vouliez-vous dire « ${near} » ?` : ''}`,
    en: `Must be a value of the list ${name}${near ? `; did you mean "${near}"?` : ''}`,
  };
}

function unknownMember(name: string, known: readonly string[]): BilingualText {
  const near = closestName(name, known);
  return {
    fr: `« ${name} » n’est pas un champ connu${near ? ` ; vouliez-vous dire « ${near} » ?` : ''}`,
    en: `"${name}" is not a known field${near ? `; did you mean "${near}"?` : ''}`,
  };
}

const types: Readonly<Record<string, BilingualText>> = {
  string: { fr: 'un texte', en: 'text' },
  number: { fr: 'un nombre', en: 'a number' },
  int: { fr: 'un nombre entier', en: 'a whole number' },
  boolean: { fr: 'true ou false', en: 'true or false' },
  array: { fr: 'une liste', en: 'a list' },
  object: { fr: 'un objet', en: 'an object' },
  record: { fr: 'un objet', en: 'an object' },
  null: { fr: 'null', en: 'null' },
};

function wrongType(expected: string, value: unknown): BilingualText {
  const wanted = types[expected] ?? { fr: expected, en: expected };
  const got = value === undefined ? undefined : types[typeNameOf(value)];
  // A decimal number instead of a whole one.
  if (!got || (expected === 'int' && typeof value === 'number'))
    return { fr: `Il faut ${wanted.fr}`, en: `Must be ${wanted.en}` };
  return { fr: `Il faut ${wanted.fr}, pas ${got.fr}`, en: `Must be ${wanted.en}, not ${got.en}` };
}

function typeNameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

type Unit = { one: BilingualText; many: BilingualText };
const units: Readonly<Record<string, Unit>> = {
  string: { one: { fr: ' caractère', en: ' character' }, many: { fr: ' caractères', en: ' characters' } },
  array: { one: { fr: ' élément', en: ' element' }, many: { fr: ' éléments', en: ' elements' } },
};

const counted = (count: number | bigint, origin: string, language: 'fr' | 'en'): string => {
  const unit = units[origin];
  return `${count}${unit ? (count > 1 ? unit.many : unit.one)[language] : ''}`;
};

const tooBig = ({ maximum, inclusive = true, origin }: Issue<'too_big'>): BilingualText => ({
  fr: `${inclusive ? 'Au plus' : 'Moins de'} ${counted(maximum, origin, 'fr')}`,
  en: `${inclusive ? 'At most' : 'Less than'} ${counted(maximum, origin, 'en')}`,
});

/** If the value is empty, the message asks to fill it in instead of giving a minimum. */
function tooSmall({ minimum, inclusive = true, origin }: Issue<'too_small'>): BilingualText {
  const expected = minimum === 1 && inclusive ? nothingThere[origin] : undefined;
  if (expected) return expected;
  return {
    fr: `${inclusive ? 'Au moins' : 'Plus de'} ${counted(minimum, origin, 'fr')}`,
    en: `${inclusive ? 'At least' : 'More than'} ${counted(minimum, origin, 'en')}`,
  };
}

const nothingThere: Readonly<Record<string, BilingualText>> = {
  string: TO_FILL_IN,
  array: { fr: 'Il en faut au moins un', en: 'Add at least one' },
};

const wrongFormat: Readonly<Record<string, BilingualText>> = {
  email: { fr: 'Ce n’est pas une adresse e-mail', en: 'This is not an e-mail address' },
  url: { fr: 'Ce n’est pas une adresse web', en: 'This is not a web address' },
  uuid: { fr: 'Ce n’est pas un identifiant (UUID)', en: 'This is not an id (UUID)' },
  date: { fr: 'Écrivez la date sous la forme 2026-03-02', en: 'Write the date as 2026-03-02' },
  datetime: {
    fr: 'Écrivez la date et l’heure sous la forme 2026-03-02T09:00:00+01:00',
    en: 'Write the date and time as 2026-03-02T09:00:00+01:00',
  },
  base64: { fr: 'Ce texte n’est pas du base64', en: 'This text is not base64' },
};

function oneOf(values: readonly string[]): BilingualText {
  if (values.length === 1)
    return { fr: `Seule valeur admise : ${values[0]}`, en: `The only value allowed is ${values[0]}` };
  return {
    fr: `Il faut ${values.slice(0, -1).join(', ')} ou ${values.at(-1)}`,
    en: `Must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  };
}

/** A custom check brings its message in both languages (`schemas/validation/custom-check.ts`). */
function customFaultText({ params, message }: Issue<'custom'>): BilingualText {
  const own = params as Partial<BilingualText> | undefined;
  if (typeof own?.fr === 'string' && typeof own.en === 'string') return { fr: own.fr, en: own.en };
  return { fr: message || 'Cette valeur n’est pas valide', en: message || 'This value is not valid' };
}
