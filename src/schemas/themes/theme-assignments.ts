import * as z from 'zod';
import { type Kind, kinds } from '../../domain/billing/document/kind.ts';
import { type BillingType, billingTypeOf } from '../billing/document/document-type.ts';
import { ID_MAX } from '../fields/id.ts';

const themeOfKind = z
  .string()
  .max(ID_MAX)
  .nullable()
  .optional()
  .meta({ description: 'The id of the theme; null for the default theme of the service.' });

/** The default theme of each document kind; missing members stay. */
export const ThemeAssignmentsForm = z
  .object({
    invoice: themeOfKind,
    advance: themeOfKind,
    asset: themeOfKind,
    estimate: themeOfKind,
    purchase_order: themeOfKind,
  } satisfies Record<BillingType, typeof themeOfKind>)
  .meta({ id: 'ThemeAssignmentsForm' });

const assigned = z.string().nullable();
export const ThemeAssignmentsJson = z
  .object({
    invoice: assigned,
    advance: assigned,
    asset: assigned,
    estimate: assigned,
    purchase_order: assigned,
  } satisfies Record<BillingType, typeof assigned>)
  .meta({ id: 'ThemeAssignments' });

/** The theme of each kind in a form, by our names. */
export const assignmentsFrom = (
  form: z.output<typeof ThemeAssignmentsForm>,
): { readonly kind: Kind; readonly themeId: string | null }[] =>
  kinds.flatMap((kind) => {
    const themeId = form[billingTypeOf(kind)];
    return themeId === undefined ? [] : [{ kind, themeId }];
  });

export const assignmentsToJson = (
  defaults: Readonly<Partial<Record<Kind, string>>>,
): z.input<typeof ThemeAssignmentsJson> =>
  Object.fromEntries(kinds.map((kind) => [billingTypeOf(kind), defaults[kind] ?? null])) as z.input<
    typeof ThemeAssignmentsJson
  >;
