/** A file has more of something than is read of one: ends the reading, from wherever in it. */
export class FileTooLong extends Error {
  readonly limit: number;
  readonly of: 'lines' | 'statements';
  constructor(limit: number, of: 'lines' | 'statements') {
    super(`more than ${limit} ${of}`);
    this.limit = limit;
    this.of = of;
  }
}
