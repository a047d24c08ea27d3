import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { reportUsers } from '#core/protocol';
import { requireProject } from '../../../shared/access/scope.ts';
import { route, type Route } from '../../../http/context.ts';
import { HttpError } from '../../../base/http-error.ts';
import { gatherReport } from './gather.ts';
import { csvOf } from './sheet.ts';

const KINDS = ['application/json', 'text/csv', 'application/pdf'] as const;

export const routes: Route[] = [
  route(reportUsers, async ({ body, headers, caller, language, services, reply }) => {
    const kind = kindOf(headers.accept);
    if (body.projectId !== undefined) await requireProject(services.db, caller, body.projectId);
    const report = await gatherReport(services.db, caller, body);
    if (kind === 'application/json') return report;
    const name = `activity-${report.from}-${report.to}`;
    void reply.header('vary', 'accept');
    if (kind === 'text/csv') {
      void reply.header('content-disposition', `attachment; filename="${name}.csv"`);
      return reply.type('text/csv; charset=utf-8').send(csvOf(report, language));
    }
    if (report.users.length > MAX_ON_PAPER)
      throw new HttpError(422, 'report.too-many-people', { count: report.users.length, most: MAX_ON_PAPER });
    // Typesetting takes a tenth of a server's memory: it is loaded with the first report.
    const { printReport } = await import('./pdf.ts');
    const out = new PassThrough();
    const [bytes] = await Promise.all([buffer(out), printReport(report, caller, language, out)]);
    void reply.header('content-disposition', `attachment; filename="${name}.pdf"`);
    return reply.type('application/pdf').send(bytes);
  }),
];

/** Most rows in a PDF: more would block the server for seconds, and nobody reads that many pages. */
const MAX_ON_PAPER = 1000;

/** The first accepted format; default: JSON. Throws 415 when none is supported (406 means an expired session). */
function kindOf(accept = '*/*'): (typeof KINDS)[number] {
  const accepted = accept.split(',').map((each) => each.split(';')[0]!.trim().toLowerCase());
  for (const each of accepted) {
    const kind = KINDS.find((known) => known === each);
    if (kind) return kind;
    if (each === '*/*' || each === 'application/*') return 'application/json';
  }
  throw new HttpError(415, 'report.no-such-kind', { kinds: KINDS.join(', ') });
}
