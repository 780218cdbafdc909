import type { Answered, Asked } from './print-job.ts';
import { openTypstCompiler } from './typst-compiler.ts';

// The process that prints: documents come one after the other over the channel of its parent, and go back as PDF. It
// holds the compiler, whose memory grows with each document; its parent ends it in time and starts another.

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
// Its parent is gone: nobody waits for what it makes.
process.on('disconnect', () => process.exit(0));
// Signals to the whole group (Ctrl-C) are the parent's to answer: it closes the channel once nobody waits any more.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
