import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Section } from '../app/components/section.tsx';
import { toast } from '../app/components/toasts.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { Project } from './project.ts';

/** Number of archived projects shown at once. */
const AT_ONCE = 50;

/** Archived projects, newest first; each can return to its place on the board. */
export function ArchivedProjects({ count }: { count: number }) {
  const words = useTranslations('projects');
  const [isOpen, open] = useState(false);
  return (
    <Section
      title={words.archived}
      aside={
        <button type="button" className="link small push" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? words.hideArchived : words.showArchived(count)}
        </button>
      }
    >
      {isOpen && <Archived />}
    </Section>
  );
}

function Archived() {
  const words = useTranslations('projects');
  const language = useLanguage();
  const { may, mode } = useSession();
  const [page, turn] = useState(1);
  const { data, error } = useOperation('get-projects', {
    query: {
      ...{ isArchived: true, test: mode === 'test', limit: AT_ONCE, page },
      ...({ orderBy: 'createdAt', orderDirection: 'DESC' } as const),
    },
  });
  const { archive, error: refused } = useArchive();
  return (
    <>
      <ErrorMessage error={error ?? refused} />
      <ul className="archived">
        {data?.docs.map((project) => (
          <li key={project.id}>
            <span className="who">
              {project.name} <span className="quiet">{project.customer.parent?.name ?? project.customer.name}</span>
            </span>
            <span className="quiet tabular">
              {project.archivedAt !== undefined && words.archivedOn(shortDay(project.archivedAt, language))}
            </span>
            <span className="tabular">
              <Money cents={project.amount} />
            </span>
            {may('projects:write') && (
              <button
                type="button"
                className="link-btn"
                aria-label={words.unarchiveOf(project.name)}
                onClick={() => archive(project, false)}
              >
                {words.unarchive}
              </button>
            )}
          </li>
        ))}
      </ul>
      {data && data.totalPages > 1 && (
        <p className="project-line small">
          {page > 1 && (
            <button type="button" className="link-btn" onClick={() => turn(page - 1)}>
              {words.newer}
            </button>
          )}
          {page < data.totalPages && (
            <button type="button" className="link-btn push" onClick={() => turn(page + 1)}>
              {words.older}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** Archives a project or puts it back, with undo. */
export function useArchive() {
  const words = useTranslations('projects');
  const queries = useQueryClient();
  const act = useAction(async ({ id, name }: Pick<Project, 'id' | 'name'>, isArchived: boolean) => {
    const move = async (to: boolean): Promise<void> => {
      await call('update-project', { opportunityId: id, body: { isArchived: to } });
      await Promise.all(
        ['get-projects', 'get-project-categories'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    };
    await move(isArchived);
    toast(
      isArchived ? words.isArchived(name) : words.isBack(name),
      isArchived ? { label: words.undo, run: () => void move(false) } : undefined,
    );
  });
  return {
    archive: (project: Pick<Project, 'id' | 'name'>, isArchived: boolean) => void act.run(project, isArchived),
    error: act.error,
  };
}
