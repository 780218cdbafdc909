import * as z from 'zod';
import type { ThemeDefaults } from '../../db/themes/themes.ts';
import { kinds } from '../../domain/billing/document/kind.ts';
import { builtIns, type KnownTheme } from '../../domain/themes/design.ts';
import { structures, typefaces } from '../../domain/themes/theme.ts';
import { type BillingType, billingTypeOf, billingTypes } from '../../schemas/billing/document/document-type.ts';

const color = z.string();
const seconds = z.number().optional().meta({ description: 'Unix seconds; of an own theme.' });

/** A theme in the API. */
export const ThemeJson = z
  .object({
    id: z.string().meta({ description: 'A UUID, or the name of a theme the service comes with.' }),
    name: z.string(),
    isBuiltIn: z.boolean().meta({ description: 'It comes with the service, and cannot be changed.' }),
    basedOn: z.enum(builtIns).optional(),
    structure: z.enum(structures),
    typeface: z.enum(typefaces),
    size: z.number().meta({ description: 'Points.' }),
    density: z.enum(['airy', 'compact']),
    colours: z
      .object({ accent: color, onAccent: color, ink: color, muted: color, rule: color, surface: color })
      .meta({ id: 'ThemeColours' }),
    columns: z
      .object({ position: z.boolean(), reference: z.boolean(), unitPrice: z.boolean(), vat: z.boolean() })
      .meta({ id: 'ThemeColumns' }),
    logo: z
      .object({
        format: z.enum(['png', 'jpg']),
        widthMm: z.number(),
        base64: z.string().optional().meta({ description: 'Left out in lists.' }),
      })
      .meta({ id: 'ThemeLogo' })
      .optional(),
    defaultFor: z.array(z.enum(billingTypes)).meta({ description: 'The kinds of document that take it by default.' }),
    createdAt: seconds,
    updatedAt: seconds,
  })
  .meta({ id: 'Theme' });

export function themeToJson(
  { theme, basedOn, createdAt, updatedAt }: KnownTheme,
  defaults: ThemeDefaults,
): z.input<typeof ThemeJson> {
  const defaultFor: BillingType[] = kinds.filter((kind) => defaults[kind] === theme.id).map(billingTypeOf);
  return { ...theme, isBuiltIn: basedOn === undefined, basedOn, defaultFor, createdAt, updatedAt };
}

/** The same in a list, without the logo: fifty would make it long. */
export function themeInListToJson(known: KnownTheme, defaults: ThemeDefaults): z.input<typeof ThemeJson> {
  const { logo, ...shown } = themeToJson(known, defaults);
  return { ...shown, ...(logo && { logo: { format: logo.format, widthMm: logo.widthMm } }) };
}
