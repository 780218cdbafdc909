/** Runs a command in this process and returns its output. */
export async function printed(work: () => Promise<unknown>): Promise<string> {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = ((chunk: string) => {
    text += chunk;
    return true;
  }) as typeof write;
  try {
    await work();
    return text;
  } finally {
    process.stdout.write = write;
  }
}
