import { createHash } from 'node:crypto';
import type { Job } from '../../src/pdf/print-job.ts';
import { openTypstCompiler, type TypstCompiler } from '../../src/pdf/typst-compiler.ts';

let typesetter: TypstCompiler | undefined;
/** What was set, by the digest of all that it was set from. */
const papers = new Map<string, Buffer>();

/**
 * The typesetter of all tests of a process: the same paper is looked at from many sides, and set
 * once. To set one takes a hundred times as long as to look it up.
 */
export const cachedTypesetter: TypstCompiler = {
  set(job: Job): Buffer {
    const from = createHash('sha256').update(JSON.stringify(job)).digest('base64');
    let paper = papers.get(from);
    if (!paper) {
      typesetter ??= openTypstCompiler();
      paper = typesetter.set(job);
      papers.set(from, paper);
    }
    // Whoever asked may change what he has.
    return Buffer.from(paper);
  },
};
