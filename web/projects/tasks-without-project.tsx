import { Section } from '../app/components/section.tsx';
import { useSession } from '../app/session/session.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { Tasks } from './tasks.tsx';

/** Tasks without a project, below the board: a deleted project leaves its tasks. */
export function TasksWithoutProject() {
  const words = useTranslations('projects');
  const { mode } = useSession();
  const { data } = useOperation('get-tasks', {
    query: { alone: true, isDone: false, test: mode === 'test', limit: 1 },
  });
  if (!data?.totalDocs) return null;
  return (
    <Section title={words.alone}>
      <div className="tasks-alone">
        <Tasks />
      </div>
    </Section>
  );
}
