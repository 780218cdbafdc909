import * as z from 'zod';
import {
  insertCategory,
  isCategoryUsed,
  lockBoard,
  readBoard,
  deleteCategory as removeCategory,
  updateCategory as writeCategory,
} from '../../db/projects/categories.ts';
import { boardOrder } from '../../db/projects/ranks.ts';
import { revised } from '../../domain/customers/apply-changes.ts';
import { cents } from '../../domain/money/cents.ts';
import { CATEGORIES_MAX, type Category, categoryProblem, plainCategory } from '../../domain/projects/category.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import {
  CategoryChange,
  CategoryForm,
  CategoryJson,
  categoryRevision,
  categoryToJson,
} from '../../schemas/projects/project-category.ts';
import { rankAt } from '../../services/projects/rank-for-position.ts';

export const listCategories = operation({
  name: 'get-project-categories',
  summary: 'List the columns of the board from left to right, with the number of projects in each.',
  description: 'A live key counts live projects, a test key test projects; both have the same columns.',
  chapter: 'Projects',
  routes: ['GET /v2/opportunity/categories', 'GET /v2/project/categories', 'GET /opportunity/categories'],
  scope: 'projects:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.array(CategoryJson),
  refusals: [],
  tool: {
    name: 'get-project-categories',
    description: 'The columns of the board from left to right, with the number of projects in each.',
    output: z.object({ success: z.literal(true), categories: z.array(CategoryJson) }),
    answer: (categories) => ({ success: true, categories }),
  },
  run: async ({ tx, accountId }) => ({
    body: (await readBoard(tx)).map((column) => categoryToJson(column, accountId)),
  }),
});

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
