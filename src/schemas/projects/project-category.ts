import * as z from 'zod';
import type { Revision } from '../../domain/customers/apply-changes.ts';
import type { Category, CountedCategory } from '../../domain/projects/category.ts';
import { filledText, SHORT_MAX } from '../fields/text.ts';
import { customFault } from '../validation/custom-check.ts';
import { afterRank } from './rank.ts';

/** A colour as stored: #6366f1. */
export const color = z
  .string()
  .max(SHORT_MAX)
  .refine(
    (value) => /^#[0-9a-f]{6}$/i.test(value),
    customFault({
      code: 'color_invalid',
      fr: 'Écrivez la couleur sous la forme #6366f1',
      en: 'Write the colour as #6366f1',
    }),
  )
  .transform((value) => value.toLowerCase());

/** The form of a board column. */
export const CategoryForm = z
  .object({
    name: filledText(SHORT_MAX).meta({ description: 'Name of the column.' }),
    color: color.optional().meta({ description: 'Hexadecimal, #6366f1.' }),
    showDueDate: z.boolean().optional().meta({ description: 'Cards show their due date.' }),
    showAmount: z.boolean().optional().meta({ description: 'Cards show their amount.' }),
    showCustomer: z.boolean().optional().meta({ description: 'Cards show their customer.' }),
    isDone: z.boolean().optional().meta({ description: 'Projects in this column are done. Not together with isLost.' }),
    isLost: z.boolean().optional().meta({ description: 'Projects in this column are lost. Not together with isDone.' }),
    afterRank,
  })
  .meta({ id: 'OpportunityCategoryForm' });
export const CategoryChange = CategoryForm.extend({ name: CategoryForm.shape.name.optional() }).meta({
  id: 'OpportunityCategoryChange',
});

export const CategoryJson = z
  .object({
    id: z.string(),
    companyId: z.string(),
    name: z.string(),
    rank: z.string().meta({ description: 'The position: columns are ordered by rank, compared byte by byte.' }),
    showDueDate: z.boolean(),
    showAmount: z.boolean(),
    showCustomer: z.boolean(),
    color: z.string(),
    isLost: z.boolean(),
    isDone: z.boolean(),
    count: z
      .number()
      .meta({ description: 'The number of projects in this column, in the mode of the key, without archived ones.' }),
    amount: z.number().meta({ description: 'Total value of these projects, in cents.' }),
  })
  .meta({ id: 'OpportunityCategory' });

/** A column in the API. */
export function categoryToJson(
  { category, count, amount }: CountedCategory,
  companyId: string,
): z.input<typeof CategoryJson> {
  const { createdAt: _, ...rest } = category;
  return { ...rest, companyId, count, amount };
}

/** The fields of a column form, except its position. */
export function categoryRevision({
  afterRank: _,
  ...rest
}: z.output<typeof CategoryChange>): Revision<Omit<Category, 'id' | 'rank' | 'createdAt'>> {
  return rest;
}
