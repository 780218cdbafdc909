import type { Answer, Asked } from '../client/call.ts';

export type Project = Answer<'get-projects'>['docs'][number];
export type Category = Answer<'get-project-categories'>[number];
export type Task = Answer<'get-tasks'>['docs'][number];

/** Target of a move: a column, and the rank to insert after. */
export type Place = Pick<NonNullable<Asked<'update-project'>['body']>, 'categoryId' | 'afterRank'>;
export type Move = (id: string, place: Place) => void;
