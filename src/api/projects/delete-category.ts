import * as z from 'zod';
import {
  isCategoryUsed,
  lockBoard,
  readBoard,
  deleteCategory as removeCategory,
} from '../../db/projects/categories.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';

export const deleteCategory = operation({
  name: 'delete-project-category',
  summary: 'Delete an empty column of the board.',
  description:
    'Test projects are in the same columns and count too. The last column cannot be deleted. A test key cannot change the board.',
  chapter: 'Projects',
  routes: ['DELETE /v2/opportunity/category/{categoryId}', 'DELETE /v2/project/category/{categoryId}'],
  scope: 'projects:write',
  path: z.object({ id: idOr('category_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'category_not_found', 'category_has_projects', 'last_category'],

  async run({ tx, test }, { id }) {
    if (test) return { refused: 'live_key_needed' };
    lockBoard(tx);
    const board = await readBoard(tx);
    if (!board.some(({ category }) => category.id === id.toLowerCase())) return { refused: 'category_not_found' };
    if (await isCategoryUsed(tx, id)) return { refused: 'category_has_projects' };
    if (board.length === 1) return { refused: 'last_category' };
    removeCategory(tx, id);
    return { body: null };
  },
});
