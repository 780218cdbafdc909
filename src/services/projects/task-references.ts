import { keepCustomer } from '../../db/projects/project-customers.ts';
import { type KeptProject, keepProject } from '../../db/projects/projects.ts';
import type { Tx } from '../../db/transaction.ts';
import { customerOfTask, type Whom } from '../../domain/projects/task.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';

/** The project and customer of a task. */
export type Belonging = { project?: KeptProject; whom?: Whom };

/** The refusals for them. */
export const belongingRefusals = ['project_not_found', 'customer_not_found', 'task_of_another_customer'] as const;

/**
 * Finds and protects from deletion the project and customer named by a task; by default the
 * project's customer.
 */
export async function belongingOf(
  tx: Tx,
  input: { projectId: string | undefined; customerId: string | undefined },
): Promise<Belonging | Refused<(typeof belongingRefusals)[number]>> {
  const { projectId, customerId } = input;
  const project = projectId === undefined ? undefined : await keepProject(tx, projectId);
  if (projectId !== undefined && !project) return { refused: 'project_not_found' };
  const named = customerId === undefined ? undefined : await keepCustomer(tx, customerId);
  if (customerId !== undefined && !named) return { refused: 'customer_not_found' };
  const whom = customerOfTask(named, project && { ...project, id: project.customerId });
  if (isRefusal(whom)) return whom;
  return { ...(project && { project }), ...(whom && { whom }) };
}
