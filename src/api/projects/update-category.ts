import * as z from 'zod';
import { lockBoard, readBoard, updateCategory as writeCategory } from '../../db/projects/categories.ts';
import { boardOrder } from '../../db/projects/ranks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { type Category, categoryProblem } from '../../domain/projects/category.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import {
  CategoryChange,
  CategoryJson,
  categoryRevision,
  categoryToJson,
} from '../../schemas/projects/project-category.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';

export const updateCategory = operation({
  name: 'update-project-category',
  summary: 'Change a column of the board, or move it.',
  description: 'Fields left out stay as they are. The board belongs to the account: a test key cannot change it.',
  chapter: 'Projects',
  routes: ['PUT /v2/opportunity/category/{categoryId}', 'PUT /v2/project/category/{categoryId}'],
  scope: 'projects:write',
  path: z.object({ id: idOr('category_not_found') }),
  query: z.object({}),
  body: CategoryChange,
  success: 200,
  output: CategoryJson,
  refusals: ['live_key_needed', 'category_not_found', 'category_done_and_lost'],
  example: { name: 'Livré', isDone: true },

  async run({ tx, test, accountId }, { id, ...form }) {
    if (test) return { refused: 'live_key_needed' };
    lockBoard(tx);
    const known = (await readBoard(tx)).find(({ category }) => category.id === id.toLowerCase());
    if (!known) return { refused: 'category_not_found' };
    const revisedRecord = revised<Category>(known.category, categoryRevision(form));
    const problem = categoryProblem(revisedRecord);
    if (problem) return problem;
    const isMoved = form.afterRank !== undefined;
    const rank = isMoved ? await rankAt(tx, boardOrder, form.afterRank, known.category) : revisedRecord.rank;
    const category = { ...revisedRecord, rank };
    writeCategory(tx, category);
    return { body: categoryToJson({ ...known, category }, accountId) };
  },
});
