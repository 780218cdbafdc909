/** What some work wrote to the standard outputs of this process. */
type Captured<Result> = { result: Result; out: string; err: string };

/** Runs a command in this process and returns its output. */
export async function printed(work: () => Promise<unknown>): Promise<string> {
  return (await captured(work)).out;
}

/** Runs work in this process, and returns its result and what it wrote to both outputs. */
export async function captured<Result>(work: () => Promise<Result>): Promise<Captured<Result>> {
  const out = captureWrites(process.stdout);
  const err = captureWrites(process.stderr);
  try {
    const result = await work();
    return { result, out: out.text(), err: err.text() };
  } finally {
    out.release();
    err.release();
  }
}

function captureWrites(stream: NodeJS.WriteStream) {
  const { write } = stream;
  let text = '';
  stream.write = ((chunk: string, ...rest: unknown[]) => {
    text += chunk;
    const written = rest.at(-1);
    if (typeof written === 'function') queueMicrotask(() => written());
    return true;
  }) as typeof write;
  return {
    text: () => text,
    release: () => {
      stream.write = write;
    },
  };
}
