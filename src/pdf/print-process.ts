import type { Answered, Asked } from './print-job.ts';
import { openTypstCompiler } from './typst-compiler.ts';

// The print process: receives documents one by one from its parent and returns PDFs. It holds the
// compiler, whose memory grows with each document; the parent replaces it in time.

const typesetter = openTypstCompiler();
const residentMb = (): number => process.memoryUsage.rss() / 2 ** 20;
const answer = (answered: Answered): void => void process.send?.(answered);

process.on('message', ({ id, job }: Asked) => {
  try {
    const pdf = typesetter.set(job);
    answer({ id, residentMb: residentMb(), pdf });
  } catch (error) {
    answer({ id, residentMb: residentMb(), failure: error instanceof Error ? error.message : String(error) });
  }
});
// The parent has exited, so nothing waits for the result.
process.on('disconnect', () => process.exit(0));
// Signals to the process group (Ctrl-C) are handled by the parent, which closes the channel when
// done.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
