import type { Project } from '../../domain/projects/project.ts';
import type { Task } from '../../domain/projects/task.ts';
import { type ProjectShown, projectToJson } from '../../schemas/projects/project.ts';
import { type TaskShown, taskToJson } from '../../schemas/projects/task.ts';
import { etagOf } from '../version-check.ts';

/** The response with a project and its ETag. */
export const projectResponse = (project: Project, shown: ProjectShown) => ({
  body: projectToJson(project, shown),
  headers: { etag: etagOf(project) },
});

/** The response with a task and its ETag. */
export const taskResponse = (task: Task, shown: TaskShown) => ({
  body: taskToJson(task, shown),
  headers: { etag: etagOf(task) },
});

/** Valid example bodies, for the documentation. */
export const projectExample = {
  name: 'Refonte du site',
  description: 'Cinq pages et une boutique.',
  amount: 450_000,
  customerId: '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30',
  categoryId: '01890a5d-9e20-7c7b-8d4f-5a6b7c8d9e0f',
  dueDate: '2026-06-30',
};
export const taskExample = {
  name: 'Préparer la maquette',
  description: 'Accueil et fiche produit.',
  priority: 'high',
  dueDate: '2026-03-13',
};
