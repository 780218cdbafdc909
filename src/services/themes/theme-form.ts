import * as z from 'zod';
import { builtIns } from '../../domain/themes/design.ts';
import { LOGO_BYTES_MAX, LOGO_WIDTH_MAX_MM, structures, typefaces } from '../../domain/themes/theme.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { FILE_TEXT_MAX, filledText, SHORT_MAX } from '../../schemas/fields/text.ts';
import { color } from '../../schemas/projects/project-category.ts';

/** Points of the body text: what prints well on A4 in all designs. */
const SIZE_MIN = 8;
const SIZE_MAX = 11;
const LOGO_WIDTH_MIN_MM = 5;

const coloursForm = z
  .object({
    accent: color.meta({ description: 'Titles, rules of tables, bands.' }),
    onAccent: color.meta({ description: 'Text on the accent.' }),
    ink: color.meta({ description: 'Text.' }),
    muted: color.meta({ description: 'Text of lesser weight.' }),
    rule: color.meta({ description: 'Thin lines.' }),
    surface: color.meta({ description: 'Behind boxes and every other row.' }),
  })
  .partial()
  .meta({ id: 'ThemeColours' });
const columnsForm = z
  .object({
    position: z.boolean().meta({ description: 'The number of the line.' }),
    reference: z.boolean(),
    unitPrice: z.boolean(),
    vat: z.boolean(),
  })
  .partial()
  .meta({ id: 'ThemeColumns' });
const logoForm = z
  .object({
    format: worded(['png', 'jpg']),
    base64: z
      .base64()
      .max(FILE_TEXT_MAX)
      .meta({ description: `The bytes in base64, at most ${LOGO_BYTES_MAX} of them.` }),
    widthMm: z.number().min(LOGO_WIDTH_MIN_MM).max(LOGO_WIDTH_MAX_MM),
  })
  .meta({ id: 'ThemeLogo' });

const look = {
  structure: worded(structures).optional().meta({ description: 'The page layout.' }),
  typeface: worded(typefaces).optional(),
  size: z.number().min(SIZE_MIN).max(SIZE_MAX).optional().meta({ description: 'Points of the text, 8 to 11.' }),
  density: worded(['airy', 'compact']).optional(),
  colours: coloursForm.optional().meta({ description: 'Hexadecimal, #6366f1; missing members stay.' }),
  columns: columnsForm.optional().meta({ description: 'Columns of the lines that are printed.' }),
  logo: logoForm.nullable().optional().meta({ description: 'Null for none.' }),
};
const themeName = filledText(SHORT_MAX).meta({ description: 'Name of the theme.' });

/** Creates a theme: missing members come from the base theme. */
export const ThemeForm = z
  .object({
    name: themeName,
    basedOn: worded(builtIns).optional().meta({ description: 'A theme the service comes with; by default ardoise.' }),
    ...look,
  })
  .meta({ id: 'ThemeForm' });

/** Changes a theme: missing members stay as they are. */
export const ThemeChange = z.object({ name: themeName.optional(), ...look }).meta({ id: 'ThemeChange' });
export type LogoForm = z.output<typeof logoForm>;
