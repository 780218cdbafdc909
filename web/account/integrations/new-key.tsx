import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { FormButtons } from '../../app/components/form-buttons.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { type Area, areas, type Level, scopesOf } from './scope-areas.ts';

const DAY_SECONDS = 86_400;
const QUARTER_DAYS = 90;
const YEAR_DAYS = 365;
type Given = { name: string; test: boolean; levels: Readonly<Record<Area, Level>>; days: number };

const NOTHING: Given['levels'] = {
  billing: 'none',
  customers: 'none',
  catalog: 'none',
  projects: 'none',
  events: 'none',
  books: 'none',
  account: 'none',
};

/** Creates a key: permanent name, scopes, expiry. */
export function NewKey({ onClose }: { onClose: (made?: Answer<'create-api-key'>) => void }) {
  const form = useId();
  const words = useTranslations('integrations').make;
  const [given, setGiven] = useState<Given>({
    name: '',
    test: false,
    levels: { ...NOTHING, billing: 'write' },
    days: QUARTER_DAYS,
  });
  const [wrong, setWrong] = useState<string>();
  const act = useAction(async () => {
    const scopes = areas.flatMap((area) => scopesOf(area, given.levels[area]));
    const body = {
      name: given.name,
      test: given.test,
      scopes,
      ...(given.days > 0 && { expiresIn: given.days * DAY_SECONDS }),
    };
    onClose(await call('create-api-key', { body }, { mode: 'live' }));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isClosed = areas.every((area) => given.levels[area] === 'none');
    setWrong(isClosed ? words.noScope : undefined);
    if (!isClosed) void act.run();
  };
  return (
    <Dialog
      title={words.title}
      onClose={() => onClose()}
      footer={
        <FormButtons
          form={form}
          cancelLabel={words.abandon}
          submitLabel={words.go}
          isBusy={act.isRunning}
          onClose={() => onClose()}
        />
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <Field
          label={useTranslations('integrations').keys.name}
          hint={words.nameHint}
          value={given.name}
          autoComplete="off"
          onChange={({ target }) => setGiven({ ...given, name: target.value })}
          error={act.problem?.at('name')}
        />
        <Mode
          test={given.test}
          choose={(test) =>
            setGiven({ ...given, test, levels: test ? { ...given.levels, account: 'none' } : given.levels })
          }
        />
        <Scopes
          levels={given.levels}
          isTest={given.test}
          choose={(area, level) => setGiven({ ...given, levels: { ...given.levels, [area]: level } })}
          error={wrong ?? act.problem?.at('scopes')}
        />
        <Expiry days={given.days} choose={(days) => setGiven({ ...given, days })} />
        <ErrorMessage error={act.error} shown={['name', 'scopes']} />
      </form>
    </Dialog>
  );
}

function Mode({ test, choose }: { test: boolean; choose: (test: boolean) => void }) {
  const id = useId();
  const words = useTranslations('integrations').make;
  return (
    <div className="field">
      <span className="label" id={id}>
        {words.mode}
      </span>
      <span className="segmented-control own-width" role="group" aria-labelledby={id}>
        <button type="button" aria-pressed={!test} onClick={() => choose(false)}>
          {words.live}
        </button>
        <button type="button" aria-pressed={test} onClick={() => choose(true)}>
          {words.test}
        </button>
      </span>
    </div>
  );
}

function Scopes({
  levels,
  isTest,
  choose,
  error,
}: {
  levels: Given['levels'];
  isTest: boolean;
  choose: (area: Area, level: Level) => void;
  error: string | undefined;
}) {
  const id = useId();
  const words = useTranslations('integrations');
  const { billingSaid, booksSaid, accountSaid, none, read, write, comment, close } = words.scopes;
  const said: Partial<Record<Area, string>> = { billing: billingSaid, books: booksSaid, account: accountSaid };
  const namesOf = (area: Area): Record<Level, string> =>
    area === 'books' ? { none, read: comment, write: close } : { none, read, write };
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {words.keys.scopes}
      </span>
      <div className="scopes">
        {areas
          .filter((area) => !isTest || area !== 'account')
          .map((area) => (
            <div key={area}>
              <span>
                {words.scopes[area]}
                {said[area] && <small>{said[area]}</small>}
              </span>
              <span className="segmented-control" role="group" aria-label={words.scopes[area]}>
                {(['none', 'read', 'write'] as const).map((level) => (
                  <button
                    key={level}
                    type="button"
                    aria-pressed={levels[area] === level}
                    onClick={() => choose(area, level)}
                  >
                    {namesOf(area)[level]}
                  </button>
                ))}
              </span>
            </div>
          ))}
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Expiry({ days, choose }: { days: number; choose: (days: number) => void }) {
  const id = useId();
  const words = useTranslations('integrations').make;
  return (
    <div className="field">
      <label htmlFor={id}>{words.expiry}</label>
      <select id={id} className="input" value={days} onChange={({ target }) => choose(Number(target.value))}>
        <option value={30}>{words.inDays(30, dayIn(30))}</option>
        <option value={QUARTER_DAYS}>{words.inDays(QUARTER_DAYS, dayIn(QUARTER_DAYS))}</option>
        <option value={YEAR_DAYS}>{words.inYear(dayIn(YEAR_DAYS))}</option>
        <option value={0}>{words.never}</option>
      </select>
    </div>
  );
}

/** The date this many days from now. */
function dayIn(days: number): string {
  return longDay(Date.now() / 1000 + days * DAY_SECONDS);
}
