import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { shortDay } from '../ground/days.tsx';
import { Money } from '../ground/money.tsx';
import { useSession } from '../ground/session.ts';
import { useLanguage, useWords } from '../words/language.ts';
import type { Move, Project } from './board.tsx';
import { Tasks } from './tasks.tsx';

const KEYS: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** A project on the board; opened it shows its tasks. Alt and an arrow move it. */
export function ProjectCard({
  project,
  column,
  isMoved,
  onMove,
  onEdit,
}: {
  project: Project;
  column: { readonly showAmount: boolean; readonly showCustomer: boolean; readonly showDueDate: boolean };
  /** It is the one that was moved last: the keys stay with it. */
  isMoved: boolean;
  onMove: (move: Move) => void;
  onEdit: () => void;
}) {
  const words = useWords('projects');
  const language = useLanguage();
  const { may } = useSession();
  const [isOpen, open] = useState(false);
  const name = useKeysBack(isMoved, project);
  const press = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (!event.altKey || !by || !may('projects:write')) return;
    event.preventDefault();
    onMove({ id: project.id, by });
  };
  const { customer } = project;
  return (
    <li
      className="project"
      draggable={may('projects:write')}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', project.id)}
    >
      <div className="p-line">
        <button
          type="button"
          ref={name}
          className="p-name"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
          onKeyDown={press}
        >
          {project.name}
        </button>
        {column.showAmount && (
          <span className="tab push">
            <Money cents={project.amount} />
          </span>
        )}
      </div>
      <div className="p-line small quiet">
        {column.showCustomer && (
          <Link
            to="/clients/$id"
            params={{ id: customer.contactId ?? customer.organizationId ?? project.customerId }}
            search={customer.contactId ? { est: 'personne' } : {}}
          >
            {customer.parent?.name ?? customer.name}
          </Link>
        )}
        {column.showDueDate && project.dueDate !== undefined && (
          <span className="push">{words.due(shortDay(project.dueDate, language))}</span>
        )}
      </div>
      {isOpen && <Opened project={project} onEdit={onEdit} />}
    </li>
  );
}

function Opened({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const words = useWords('projects');
  const { may } = useSession();
  return (
    <>
      {project.description && <p className="small p-said">{project.description}</p>}
      <Tasks project={project} />
      {may('projects:write') && (
        <div className="p-line small">
          <button type="button" className="link-btn" aria-label={words.edit(project.name)} onClick={onEdit}>
            {words.editShort}
          </button>
        </div>
      )}
    </>
  );
}

/** The name of a project that was moved gets the keys back: in another place it is another element, or one that was taken out and put back. */
function useKeysBack(isMoved: boolean, { rank, categoryId }: Project) {
  const name = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its place says when.
  useEffect(() => {
    if (isMoved) name.current?.focus();
  }, [isMoved, rank, categoryId]);
  return name;
}
