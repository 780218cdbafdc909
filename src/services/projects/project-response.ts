import type { Project } from '../../domain/projects/project.ts';
import { type ProjectShown, projectToJson } from '../../schemas/projects/project.ts';
import { etagOf } from '../version-check.ts';

/** The answer that shows a project, with the ETag a later write may name. */
export const projectResponse = (project: Project, shown: ProjectShown) => ({
  body: projectToJson(project, shown),
  headers: { etag: etagOf(project) },
});
