import * as z from 'zod';
import { countTrips, tripsAfter, tripsBefore } from '../../db/books/trips.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  correctTripForm,
  MileageRevisionJson,
  MileageYearJson,
  mileageRevisionForm,
  mileageUseForm,
  mileageYearToJson,
  TripCorrectionJson,
  TripJson,
  tripFactsOf,
  tripForm,
  tripPlace,
  tripPlaceOf,
  tripToJson,
  yearInQuery,
} from '../../schemas/books/mileage.ts';
import { periodOfBook } from '../../schemas/books/receipts-book.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import {
  MILEAGE_BATCH,
  mileageColumns,
  mileageFileName,
  mileageLogAsked,
  mileageOfYear,
  mileageWorkbook,
} from '../../services/books/mileage-files.ts';
import { chooseMileageUse, correctTripOf, recordTripOf, reviseMileageOf } from '../../services/books/record-trip.ts';
import { csvPart, exportedPart, exportNoted, exportQuery } from '../../services/import-export/export-page.ts';
import { WORKBOOK_TYPE } from '../../services/import-export/workbook.ts';

const none = z.object({});
const about = { chapter: 'Books', query: none, path: none, body: none } as const;
const factsRefusals = [
  'vehicle_not_found',
  'customer_not_found',
  'trip_to_come',
  'trip_before_scale',
  'trip_outside_vehicle',
  'trips_of_year_full',
] as const;
const example = {
  ...{ vehicleId: '01890a63-4b7d-7f95-8e13-6c5d4e3f2a1b', on: '2026-03-01', origin: 'Lyon', destination: 'Grenoble' },
  ...{ purpose: 'Visite de chantier', kilometers: 112, returnTrip: true },
};

export const getMileage = operation({
  ...about,
  name: 'get-mileage',
  summary: 'The mileage of a year by the official scale (barème kilométrique): in all, and of each vehicle.',
  description:
    'The scale applies to the distance of a vehicle in a year. `use` says whether it counts as an expense: never of a micro-enterprise, which deducts no expenses.',
  routes: ['GET /v2/books/mileage'],
  scope: 'billing:read',
  query: z.object({ year: yearInQuery }),
  success: 200,
  output: MileageYearJson,
  refusals: [],
  run: async (context, { year }) => ({ body: mileageYearToJson(await mileageOfYear(context, year), context.test) }),
});

export const chooseUseOfMileage = operation({
  ...about,
  name: 'choose-mileage-use',
  summary: 'Chooses how the mileage of a year is used: a log only, a deduction, or a reimbursement by the company.',
  description:
    'It applies to all trips of the year, and can be changed until one of them is in a closed period. The deduction is for non-commercial sole traders who deduct no other cost of any vehicle (BOI-BNC-BASE-40-60-40-20).',
  routes: ['PUT /v2/books/mileage/use'],
  scope: 'billing:write',
  body: mileageUseForm,
  success: 200,
  output: MileageYearJson,
  refusals: ['mileage_use_not_allowed', 'mileage_year_closed'],
  example: { year: 2026, use: 'deducted' },
  async run(context, { year, use }) {
    const refused = await chooseMileageUse(context, year, use);
    return refused ?? { body: mileageYearToJson(await mileageOfYear(context, year), context.test) };
  },
});

export const reviseMileage = operation({
  ...about,
  name: 'revise-mileage',
  summary: 'Adjusts the recorded mileage of a year to the official scale, if that was rewritten since.',
  description: 'Adds a line without distance for each vehicle whose amount differs, booked on the first open day.',
  routes: ['POST /v2/books/mileage/revision'],
  scope: 'billing:write',
  body: mileageRevisionForm,
  success: 201,
  output: MileageRevisionJson,
  refusals: ['mileage_not_revised', 'trips_of_year_full'],
  example: { year: 2026 },
  async run(context, { year }) {
    const lines = await reviseMileageOf(context, year);
    return 'refused' in lines ? lines : { body: { lines: lines.map((line) => tripToJson(line, context.test)) } };
  },
});

export const recordTrip = operation({
  ...about,
  name: 'record-trip',
  summary: 'Records a trip in the mileage log, with what it adds to the amount of its vehicle and year.',
  description:
    'A trip never changes; correct-trip takes it back. A trip of a closed day is booked on the first open day.',
  routes: ['POST /v2/books/mileage/trips'],
  scope: 'billing:write',
  body: tripForm,
  success: 201,
  output: TripJson,
  refusals: factsRefusals,
  example,
  async run(context, form) {
    const recorded = await recordTripOf(context, tripFactsOf(form));
    return isRefusal(recorded) ? recorded : { body: tripToJson(recorded, context.test) };
  },
});

export const correctTrip = operation({
  ...about,
  name: 'correct-trip',
  summary: 'Takes a trip back by a counter-entry, and records what it should have been.',
  description: 'Without a replacement the trip is withdrawn. Each trip can be taken back once.',
  routes: ['POST /v2/books/mileage/trips/{tripId}/correction'],
  scope: 'billing:write',
  path: z.object({ id: idOr('trip_not_found') }),
  body: correctTripForm,
  success: 201,
  output: TripCorrectionJson,
  refusals: ['trip_not_found', 'trip_corrected', 'trip_not_correctable', ...factsRefusals],
  example: { replacement: { ...example, kilometers: 110 } },
  async run(context, { id, replacement }) {
    const corrected = await correctTripOf(context, id, replacement && tripFactsOf(replacement));
    if (isRefusal(corrected)) return corrected;
    const { counterEntry, replacement: replaced } = corrected;
    return {
      body: {
        counterEntry: tripToJson(counterEntry, context.test),
        ...(replaced && { replacement: tripToJson(replaced, context.test) }),
      },
    };
  },
});

export const listTrips = operation({
  ...about,
  name: 'list-trips',
  summary: 'Lists the mileage log of a period, the latest first.',
  routes: ['GET /v2/books/mileage/trips'],
  scope: 'billing:read',
  query: z.object({ ...periodOfBook, limit: listing.limit, cursor: cursor(tripPlace).optional() }),
  success: 200,
  output: pageSchema(TripJson),
  refusals: ['period_inverted'],
  async run(context, { limit, cursor: place, ...asked }) {
    const span = await mileageLogAsked(context, asked);
    if ('refused' in span) return span;
    const { tx, test } = context;
    const [total, lines] = await Promise.all([
      countTrips(tx, span),
      tripsBefore(tx, span, { place, limit: limit + 1 }),
    ]);
    const shown = lines.slice(0, limit);
    const last = shown.at(-1);
    return {
      body: pageJson({
        ...{ docs: shown.map((line) => tripToJson(line, test)), total, limit, page: undefined },
        nextCursor: last && lines.length > limit ? writeCursor(tripPlaceOf(last)) : undefined,
      }),
    };
  },
});

export const exportMileage = operation({
  ...about,
  name: 'export-mileage',
  summary: 'Exports the mileage log of a period as a CSV file, in French.',
  routes: ['GET /v2/books/mileage/export'],
  scope: 'billing:read',
  query: z.object({
    ...periodOfBook,
    format: exportQuery.shape.format,
    after: cursor(tripPlace)
      .optional()
      .meta({
        description: 'Where to continue: only the lines after it.',
        example: writeCursor({ on: '2026-03-30', n: 12 }),
      }),
  }),
  success: 200,
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: ['period_inverted'],
  securityNote: () => exportNoted('export-mileage'),
  async run(context, { format, after, ...asked }) {
    const span = await mileageLogAsked(context, asked);
    if ('refused' in span) return span;
    const lines = await tripsAfter(context.tx, span, { place: after, limit: MILEAGE_BATCH });
    const last = lines.length === MILEAGE_BATCH ? lines.at(-1) : undefined;
    return csvPart(lines, {
      ...{ columns: mileageColumns, fileName: mileageFileName(span, 'csv') },
      ...{ format, isFirst: !after, next: last && writeCursor(tripPlaceOf(last)) },
    });
  },
});

export const downloadMileage = operation({
  ...about,
  name: 'download-mileage',
  summary: 'Downloads the mileage log of a period as a workbook (XLSX), in French.',
  routes: ['GET /v2/books/mileage/download'],
  scope: 'billing:read',
  query: z.object({ ...periodOfBook, format: worded(['xlsx']).default('xlsx') }),
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: [WORKBOOK_TYPE],
  limiter: 'exports',
  refusals: ['period_inverted', 'mileage_log_too_long'],
  securityNote: () => exportNoted('download-mileage'),
  async run(context, asked) {
    const span = await mileageLogAsked(context, asked);
    if ('refused' in span) return span;
    const file = await mileageWorkbook(context, span);
    return 'refused' in file ? file : { body: file };
  },
});
