import type { Operation } from '../../pipeline/operation.ts';
import { billProject, billTask } from './bill-time.ts';
import { createCategory, deleteCategory, listCategories, updateCategory } from './categories.ts';
import { createProject, deleteProject, getProject, listProjects } from './projects.ts';
import { createTask, deleteTask, getTask, listTasks } from './tasks.ts';
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
