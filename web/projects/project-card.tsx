import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
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
  onMove,
}: {
  project: Project;
  column: { readonly showAmount: boolean; readonly showCustomer: boolean; readonly showDueDate: boolean };
  onMove: (move: Move) => void;
}) {
  const words = useWords('projects');
  const language = useLanguage();
  const { may } = useSession();
  const [isOpen, open] = useState(false);
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
          id={`project-${project.id}`}
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
      {isOpen && <Tasks project={project} />}
    </li>
  );
}
