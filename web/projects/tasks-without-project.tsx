import { Section } from '../app/components/section.tsx';
import { useSession } from '../app/session/session.ts';
import { useAnswer } from '../client/use-query.ts';
import { useWords } from '../locales/language.ts';
import { Tasks } from './tasks.tsx';

/** What is to be done for no project, below the board, where there is something: a deleted project leaves its tasks. */
export function TasksAlone() {
  const words = useWords('projects');
  const { mode } = useSession();
  const { data } = useAnswer('get-tasks', { query: { alone: true, isDone: false, test: mode === 'test', limit: 1 } });
  if (!data?.totalDocs) return null;
  return (
    <Section title={words.alone}>
      <div className="tasks-alone">
        <Tasks />
      </div>
    </Section>
  );
}
