import * as z from 'zod';
import { insertCategory, lockBoard, readBoard } from '../../db/projects/categories.ts';
import { boardOrder } from '../../db/projects/ranks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { cents } from '../../domain/money/cents.ts';
import { CATEGORIES_MAX, type Category, categoryProblem, plainCategory } from '../../domain/projects/category.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  CategoryForm,
  CategoryJson,
  categoryRevision,
  categoryToJson,
} from '../../schemas/projects/project-category.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';

export const createCategory = operation({
  name: 'create-project-category',
  summary: 'Add a column to the board.',
  description: `At most ${CATEGORIES_MAX} columns. A new column goes last unless \`afterRank\` is given. The board belongs to the account: a test key cannot change it.`,
  chapter: 'Projects',
  routes: ['POST /v2/opportunity/category', 'POST /v2/project/category'],
  scope: 'projects:write',
  path: z.object({}),
  query: z.object({}),
  body: CategoryForm,
  success: 201,
  output: CategoryJson,
  refusals: ['live_key_needed', 'category_done_and_lost', 'too_many_categories'],
  example: { name: 'En attente', color: '#a855f7', showAmount: false },

  async run({ tx, now, newId, test, accountId }, form) {
    if (test) return { refused: 'live_key_needed' };
    lockBoard(tx);
    if ((await readBoard(tx)).length >= CATEGORIES_MAX)
      return { refused: 'too_many_categories', limit: CATEGORIES_MAX };
    const category: Category = {
      ...revised({ ...plainCategory, name: '' }, categoryRevision(form)),
      id: newId(),
      rank: await rankAt(tx, boardOrder, form.afterRank),
      createdAt: now,
    };
    const problem = categoryProblem(category);
    if (problem) return problem;
    insertCategory(tx, category);
    return { body: categoryToJson({ category, count: 0, amount: cents(0) }, accountId) };
  },
});
