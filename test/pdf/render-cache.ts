import { createHash } from 'node:crypto';
import type { Job } from '../../src/pdf/print-job.ts';
import { openTypstCompiler, type TypstCompiler } from '../../src/pdf/typst-compiler.ts';

let typesetter: TypstCompiler | undefined;
/** Created PDFs, by the digest of their input. */
const papers = new Map<string, Buffer>();

/**
 * A PDF compiler for all tests of a process that creates each document only once: creating one
 * takes a hundred times as long as reading it from this cache.
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
    // A copy, because callers may change it.
    return Buffer.from(paper);
  },
};
