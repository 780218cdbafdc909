import * as z from 'zod';
import { readBoard } from '../../db/projects/categories.ts';
import { operation } from '../../pipeline/operation.ts';
import { CategoryJson, categoryToJson } from '../../schemas/projects/project-category.ts';

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
    output: z.object({ success: z.literal(true), categories: z.array(CategoryJson) }),
    answer: (categories) => ({ success: true, categories }),
  },
  run: async ({ tx, accountId }) => ({
    body: (await readBoard(tx)).map((column) => categoryToJson(column, accountId)),
  }),
});
