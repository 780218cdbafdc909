/** A progress line for long commands, shown on a terminal only. */
export type Progress = { readonly show: (done: number, all: number) => void; readonly end: () => void };

type Terminal = { readonly isTTY?: boolean; write: (text: string) => unknown };

const BAR_WIDTH = 30;
/** Milliseconds between two redraws. */
const REDRAW_MS = 100;
const START_OF_LINE = '\r\u001b[2K';

export function progressOn(terminal: Terminal, now: () => number = () => performance.now()): Progress {
  if (!terminal.isTTY) return { show: () => {}, end: () => {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show: (done, all) => {
      if (now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      terminal.write(`${START_OF_LINE}${progressLine(done, all)}`);
    },
    end: () => void terminal.write(START_OF_LINE),
  };
}

/** `██████────── 50 %`. */
export function progressLine(done: number, all: number): string {
  const share = all === 0 ? 1 : Math.min(done / all, 1);
  const full = Math.floor(share * BAR_WIDTH);
  return `${'█'.repeat(full)}${'─'.repeat(BAR_WIDTH - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}
