import type { Operation } from '../../pipeline/operation.ts';
import { billProject } from './bill-project.ts';
import { billTask } from './bill-task.ts';
import { createCategory } from './create-category.ts';
import { createProject } from './create-project.ts';
import { createTask } from './create-task.ts';
import { deleteCategory } from './delete-category.ts';
import { deleteProject } from './delete-project.ts';
import { deleteTask } from './delete-task.ts';
import { getProject } from './get-project.ts';
import { getTask } from './get-task.ts';
import { listCategories } from './list-categories.ts';
import { listProjects } from './list-projects.ts';
import { listTasks } from './list-tasks.ts';
import { updateCategory } from './update-category.ts';
import { updateProject } from './update-project.ts';
import { updateTask } from './update-task.ts';

/** Projects, the board and tasks. */
export const projectOperations: readonly Operation[] = [
  listProjects,
  listCategories,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  createCategory,
  updateCategory,
  deleteCategory,
  listTasks,
  createTask,
  getTask,
  updateTask,
  deleteTask,
  billTask,
  billProject,
];
