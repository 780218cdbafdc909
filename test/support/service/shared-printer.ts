import { openPrinter, type Printer } from '../../../src/pdf/printer.ts';

/**
 * The PDF process that all services of this process share. It ends with this process, and does not
 * keep it running.
 */
let printer: Printer | undefined;

/**
 * Prints for one service of a test in the shared PDF process, because each start takes a third of a
 * second. `settled` waits until everything the service sent is printed.
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
