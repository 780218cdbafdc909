import type { Project } from '../../domain/projects/project.ts';
import { type ProjectShown, projectToJson } from '../../schemas/projects/project.ts';
import { etagOf } from '../version-check.ts';

/** The response with a project and its ETag. */
export const projectResponse = (project: Project, shown: ProjectShown) => ({
  body: projectToJson(project, shown),
  headers: { etag: etagOf(project) },
});
