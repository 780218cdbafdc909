import { Link } from '@tanstack/react-router';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconClock } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { useArchive } from './archived-projects.tsx';
import { BillTime } from './bill-time.tsx';
import { timeText } from './parse-hours.ts';
import type { Project } from './project.ts';
import { Tasks } from './tasks.tsx';

export type Direction = 'left' | 'right' | 'up' | 'down';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Context of the cards of a column. */
type Shown = { readonly showAmount: boolean; readonly showCustomer: boolean; readonly showDueDate: boolean };

/** A project on the board; opened, it shows its tasks. Alt and an arrow move it. */
export function ProjectCard({
  project,
  column,
  isMoved,
  onMove,
  onDrop,
  onEdit,
}: {
  project: Project;
  column: Shown;
  /** Set on the last moved project, which keeps the focus. */
  isMoved: boolean;
  onMove: (by: Direction) => void;
  /** Called when another project is dropped before it. */
  onDrop: (event: DragEvent) => void;
  onEdit: () => void;
}) {
  const { may } = useSession();
  const [isOpen, open] = useState(false);
  const name = useKeysBack(isMoved, project);
  const press = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (!event.altKey || !by || !may('projects:write')) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li
      className="project"
      draggable={may('projects:write')}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', project.id)}
      onDrop={onDrop}
    >
      <div className="project-line">
        <button
          type="button"
          ref={name}
          className="project-name"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
          onKeyDown={press}
        >
          {project.name}
        </button>
        {column.showAmount && (
          <span className="tabular push">
            <Money cents={project.amount} />
          </span>
        )}
      </div>
      <About project={project} column={column} />
      <TimeToBill project={project} />
      {isOpen && <Opened project={project} onEdit={onEdit} />}
    </li>
  );
}

/** Customer, due date, and share of finished tasks. */
function About({ project, column }: { project: Project; column: Shown }) {
  const words = useTranslations('projects');
  const language = useLanguage();
  const { customer, work } = project;
  return (
    <>
      <div className="project-line small quiet">
        {column.showCustomer && (
          <Link
            to="/clients/$id"
            params={{ id: customer.contactId ?? customer.organizationId ?? project.customerId }}
            search={customer.contactId ? { est: 'personne' } : {}}
          >
            {customer.parent?.name ?? customer.name}
          </Link>
        )}
        {work.tasks > 0 && <span className="push tabular">{words.tasksDone(work.tasksDone, work.tasks)}</span>}
      </div>
      {column.showDueDate && project.dueDate !== undefined && (
        <div className="project-line small quiet">{words.due(shortDay(project.dueDate, language))}</div>
      )}
    </>
  );
}

/** Unbilled time of a project, and the button to bill it. */
function TimeToBill({ project }: { project: Project }) {
  const words = useTranslations('projects');
  const { may } = useSession();
  const [isBilling, bill] = useState(false);
  const { timeToBill } = project.work;
  if (timeToBill === 0) return null;
  return (
    <>
      <div className="project-line small center">
        <span className="to-bill">
          <IconClock /> {words.timeToBill(timeText(timeToBill, words.clock))}
        </span>
        {may('billing:write') && (
          <button
            type="button"
            className="link-btn push"
            aria-label={words.billOf(project.name)}
            onClick={() => bill(true)}
          >
            {words.bill}
          </button>
        )}
      </div>
      {isBilling && <BillTime billed={{ project }} onClose={() => bill(false)} />}
    </>
  );
}

function Opened({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const words = useTranslations('projects');
  const { may } = useSession();
  const { archive, error } = useArchive();
  const { timeSpent } = project.work;
  return (
    <>
      {project.description && <p className="small project-description">{project.description}</p>}
      <Tasks project={project} />
      {timeSpent > 0 && <p className="small quiet">{words.timeSpent(timeText(timeSpent, words.clock))}</p>}
      {may('billing:read') && <Billed projectId={project.id} />}
      <ErrorMessage error={error} />
      {may('projects:write') && (
        <div className="project-line small">
          <button type="button" className="link-btn" aria-label={words.edit(project.name)} onClick={onEdit}>
            {words.editShort}
          </button>
          <button
            type="button"
            className="link-btn push"
            aria-label={words.archiveOf(project.name)}
            onClick={() => archive(project, true)}
          >
            {words.archive}
          </button>
        </div>
      )}
    </>
  );
}

/** Totals of the finalized documents of a project, from the service; each links to its list. */
function Billed({ projectId: opportunityId }: { projectId: string }) {
  const words = useTranslations('projects');
  const { mode } = useSession();
  const { data } = useOperation('get-billings-totals', {
    query: {
      ...{ opportunityId, test: mode === 'test', booked: true },
      ...({ type: ['invoice', 'advance', 'asset'], state: ['finalized', 'paid'] } as const),
    },
  });
  if (!data?.booked || data.totalDocs === 0) return null;
  return (
    <p className="project-line small">
      <span className="quiet">{words.billedSum}</span>
      <Link
        className="link push tabular"
        to="/factures"
        search={{ projet: opportunityId, etat: 'finalized,paid', archives: 'avec' }}
      >
        <Money cents={data.booked.turnover} currency={data.booked.currency} />
      </Link>
    </p>
  );
}

/** Restores the focus of a moved project, whose element was re-created or moved in the page. */
function useKeysBack(isMoved: boolean, { rank, categoryId }: Project) {
  const name = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the project moves.
  useEffect(() => {
    if (isMoved) name.current?.focus();
  }, [isMoved, rank, categoryId]);
  return name;
}
