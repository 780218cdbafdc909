/** Resolves on the first signal; a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let times = 0;
    const asked = (): void => {
      if (++times > 1) process.exit(1);
      resolve();
    };
    process.on('SIGINT', asked);
    process.on('SIGTERM', asked);
  });
}
