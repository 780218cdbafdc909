import { setTimeout as wait } from 'node:timers/promises';

/** Delay before the first restart, doubled each time, and the maximum delay. */
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** A run shorter than this counts as a crash; after this many in a row the launcher gives up. */
const QUICK_DEATH_MS = 60_000;
const QUICK_DEATHS_MAX = 8;
/** A server that ends with this code wants to be started again: a demonstration at night. */
const RESTART_EXIT_CODE = 75;

/**
 * Restarts the server whenever it dies, and returns the exit code of its last run. `run` runs it
 * once and returns `{ code, signal, served }`; `served` means it had started to serve. Not
 * restarted: a server that was asked to stop, exited normally, or could not start (wrong setting,
 * port in use).
 */
export async function keepRunning(run, { asked, say = console.error, times = { PAUSE_MS, QUICK_DEATH_MS } }) {
  let quickDeaths = 0;
  for (;;) {
    const began = performance.now();
    const ended = await run();
    const couldNotStart = !ended.served && ended.signal === null;
    if (asked.aborted || ended.code === 0 || couldNotStart) return ended;
    if (ended.code === RESTART_EXIT_CODE) continue;
    quickDeaths = performance.now() - began < times.QUICK_DEATH_MS ? quickDeaths + 1 : 1;
    if (quickDeaths > QUICK_DEATHS_MAX) {
      say(gaveUp(ended, QUICK_DEATHS_MAX));
      return ended;
    }
    const pauseMs = Math.min(times.PAUSE_MS * 2 ** (quickDeaths - 1), PAUSE_MS_MAX);
    say(startsAgain(ended, pauseMs));
    await wait(pauseMs, undefined, { signal: asked }).catch(() => {});
    if (asked.aborted) return ended;
  }
}

const startsAgain = (ended, pauseMs) =>
  `Le service s'est arrêté de façon inattendue (${why(ended).fr}). Il redémarre dans ${seconds(pauseMs).replace('.', ',')} s.\n` +
  `The service stopped unexpectedly (${why(ended).en}). It restarts in ${seconds(pauseMs)} s.`;

const gaveUp = (ended, times) =>
  `Le service s'est arrêté ${times + 1} fois de suite peu après son démarrage (${why(ended).fr}) : il ne sera plus redémarré. Lisez ses messages ci-dessus, puis : npx facturier doctor\n` +
  `The service stopped ${times + 1} times in a row soon after its start (${why(ended).en}) and is not restarted again. Read its messages above, then: npx facturier doctor`;

const seconds = (ms) => String(ms / 1000);

/** The reason for an exit, as far as visible from outside. */
function why({ code, signal }) {
  if (signal === 'SIGKILL') {
    return {
      fr: 'tué par le signal SIGKILL, souvent par le système à court de mémoire',
      en: 'killed by signal SIGKILL, often by a system that is out of memory',
    };
  }
  if (signal === 'SIGABRT' || code === 134) {
    return { fr: 'mémoire de Node épuisée, signal SIGABRT', en: 'Node out of memory, signal SIGABRT' };
  }
  if (signal !== null) return { fr: `signal ${signal}`, en: `signal ${signal}` };
  return { fr: `code de sortie ${code}`, en: `exit code ${code}` };
}
