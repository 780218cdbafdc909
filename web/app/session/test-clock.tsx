import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import type { Operations } from '../../client/operations.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Field } from '../components/field.tsx';
import { MenuItem, PopupMenu } from '../components/popup-menu.tsx';
import { longDay } from '../formats/dates.tsx';
import { type Act, useAction } from '../use-action.ts';
import { useSession } from './session.ts';
import { ensureTestClock, fetchTestClock, storeTestClock, useTestClock } from './test-clock-state.ts';

type Move = NonNullable<Operations['advance-test-clock']['body']>;

/** Polling interval in milliseconds while the clock moves. */
const LOOK_MS = 400;

/**
 * Test clock in the test mode banner: its date if it is not today, its progress while it moves, and
 * the controls.
 */
export function TestClock() {
  const words = useTranslations('app').testClock;
  const language = useLanguage();
  const { may } = useSession();
  const clock = useTestClock();
  const [asksDay, setAsksDay] = useState(false);
  const act = useAction(async (move: Move) => {
    storeTestClock(await call('advance-test-clock', { body: move }));
    setAsksDay(false);
  });
  useClockKept();
  if (!clock) return null;
  const { today, daysAhead, movingTo, progress } = clock;
  return (
    <>
      <span role="status">
        {movingTo !== null
          ? words.moving(longDay(movingTo, language))
          : daysAhead > 0 && words.on(longDay(today, language))}
      </span>
      {movingTo !== null && <progress aria-label={words.progress} value={progress} />}
      {may('billing:write') && <Moves act={act} onAskDay={() => setAsksDay(true)} />}
      {asksDay && <UntilDay today={today} act={act} onClose={() => setAsksDay(false)} />}
      {!asksDay && <ErrorMessage error={act.error} />}
    </>
  );
}

function Moves({ act, onAskDay }: { act: Act<[Move]>; onAskDay: () => void }) {
  const words = useTranslations('app').testClock;
  const moves = [
    [words.day, { days: 1 }],
    [words.week, { days: 7 }],
    [words.month, { months: 1 }],
  ] as const;
  return (
    <PopupMenu
      button={
        <button type="button" className="link" aria-busy={act.isRunning}>
          {words.advance}
        </button>
      }
    >
      {moves.map(([name, move]) => (
        <MenuItem key={name} onClick={() => void act.run(move)}>
          {name}
        </MenuItem>
      ))}
      <MenuItem
        onClick={() => {
          act.forget();
          onAskDay();
        }}
      >
        {words.until}
      </MenuItem>
    </PopupMenu>
  );
}

function UntilDay({ today, act, onClose }: { today: string; act: Act<[Move]>; onClose: () => void }) {
  const form = useId();
  const language = useLanguage();
  const words = useTranslations('app');
  const [day, setDay] = useState(today);
  const close = (): void => {
    act.forget();
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run({ until: day });
  };
  return (
    <Dialog
      title={words.testClock.advance}
      onClose={close}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" form={form} className="btn primary" aria-busy={act.isRunning}>
            {words.testClock.go}
          </button>
        </>
      }
    >
      <form id={form} className="fields" onSubmit={submit} noValidate>
        <Field
          label={words.testClock.untilDay}
          hint={words.testClock.said}
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
          error={
            day <= today ? act.problem && words.testClock.notBack(longDay(today, language)) : act.problem?.at('until')
          }
        />
        <ErrorMessage error={act.error} shown={['until']} />
      </form>
    </Dialog>
  );
}

/**
 * Polls the clock while it moves and when the tab becomes visible. If it changed, all queries are
 * invalidated.
 */
function useClockKept(): void {
  const queries = useQueryClient();
  const clock = useTestClock();
  const isMoving = clock !== undefined && clock.movingTo !== null;
  const shown = useRef(clock?.daysAhead);
  useEffect(() => {
    void ensureTestClock();
    const look = (): void => void (document.visibilityState === 'visible' && fetchTestClock());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => void fetchTestClock(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  useEffect(() => {
    if (clock === undefined || isMoving) return;
    if (shown.current !== undefined && shown.current !== clock.daysAhead) void queries.invalidateQueries();
    shown.current = clock.daysAhead;
  }, [clock, isMoving, queries]);
}
