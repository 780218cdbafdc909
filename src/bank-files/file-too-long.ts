/** Thrown when a file has more of something than the limit, to stop reading. */
export class FileTooLong extends Error {
  readonly limit: number;
  readonly of: 'lines' | 'statements';
  constructor(limit: number, of: 'lines' | 'statements') {
    super(`more than ${limit} ${of}`);
    this.limit = limit;
    this.of = of;
  }
}
