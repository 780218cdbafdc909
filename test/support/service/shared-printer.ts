import { openPrinter, type Printer } from '../../../src/pdf/printer.ts';

/**
 * What prints for all services of this process: what waits for work keeps no process alive, and
 * ends with ours.
 */
let printer: Printer | undefined;

/**
 * Prints for one service of a test, in a process that all services of this process share: each
 * would take a third of a second to start its own. `settled` waits for what the service still has
 * printed.
 */
export function sharedPrinter(): Pick<Printer, 'renderPdf'> & { settled: () => Promise<unknown> } {
  printer ??= openPrinter();
  const { renderPdf } = printer;
  const underWay = new Set<Promise<Buffer>>();
  return {
    renderPdf: (...asked) => {
      const printing = renderPdf(...asked);
      underWay.add(printing);
      const end = () => void underWay.delete(printing);
      printing.then(end, end);
      return printing;
    },
    settled: () => Promise.allSettled(underWay),
  };
}
