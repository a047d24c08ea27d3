import { BehaviorSubject } from 'rxjs';
import type { Api } from '#core/api';
import type { MapObject } from '#core/document';
import { matchesFilter } from '#core/fields';
import type { ResearchFilter } from '#core/protocol';
import { withMeasures } from '../columns.ts';

interface TableCall {
  headers?: { type?: string; page?: number; paginate?: number };
  body?: {
    filter?: ResearchFilter;
    ids?: readonly string[];
    typeNames?: readonly string[];
    orderby?: string;
    order?: string;
    after?: string;
    field?: string;
    id?: string;
    calculate?: { expression: string };
  };
}

/** Answers the calls of the table from these objects, as the server does; `requests` lists the calls. */
export function tableServer(objects: () => Iterable<MapObject>) {
  const requests: { id: string; request: TableCall }[] = [];
  const listed = ({ headers, body = {} }: TableCall): MapObject[] => {
    const type = headers?.type ?? body.typeNames?.[0];
    const fits = body.filter ? matchesFilter(body.filter) : () => true;
    const found = [...objects()].filter(
      (object) =>
        object.typeName === type && (!body.ids || body.ids.includes(object.id)) && fits(withMeasures(object)),
    );
    const { orderby } = body;
    if (!orderby) return found;
    const sign = body.order === 'desc' ? -1 : 1;
    const key = orderby.replace('properties.', '');
    const valueOf = (object: MapObject) => withMeasures(object).properties[key] as number | undefined;
    return found.sort((a, b) => {
      const [one, other] = [valueOf(a), valueOf(b)];
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined);
      return sign * (one < other ? -1 : one > other ? 1 : 0);
    });
  };
  const answers: Record<string, (request: TableCall) => { data: unknown; total?: number }> = {
    'geometries.research': (request) => {
      const found = listed(request);
      const { page = 1, paginate = 500 } = request.headers ?? {};
      const { after } = request.body ?? {};
      const from = (page - 1) * paginate + (after ? found.findIndex(({ id }) => id === after) + 1 : 0);
      return { data: found.slice(from, from + paginate), total: found.length };
    },
    'geometries.locate': (request) => {
      const row = listed(request).findIndex(({ id }) => id === request.body?.id);
      return { data: { row: row < 0 ? null : row } };
    },
    'geometries.select': (request) => {
      const ids = listed(request).map(({ id }) => id);
      return { data: { count: ids.length, types: [{ typeName: '', count: ids.length, ids }] } };
    },
    'geometries.summarize': (request) => {
      const found = listed(request);
      const key = request.body!.field!.replace('properties.', '');
      const values = found.map((object) => withMeasures(object).properties[key]);
      const numbers = values.filter((value) => typeof value === 'number');
      const empty = values.filter((value) => value === undefined || value === null || value === '').length;
      const sum = numbers.reduce((all, each) => all + each, 0);
      const data = {
        count: found.length,
        numbers: numbers.length,
        empty,
        others: found.length - numbers.length - empty,
        sum: numbers.length > 0 ? sum : null,
        mean: numbers.length > 0 ? sum / numbers.length : null,
        min: numbers.length > 0 ? Math.min(...numbers) : null,
        max: numbers.length > 0 ? Math.max(...numbers) : null,
      };
      return { data };
    },
    'geometries.previewCalculation': ({ body }) => ({
      data: {
        count: body!.ids!.length,
        previewed: body!.ids!.length,
        // As if the field had the value already.
        changed: body!.calculate!.expression === 'height' ? 0 : 5,
        unchanged: 4,
        emptied: 0,
        refused: [{ reason: 'Too large.', count: 1 }],
        examples: [],
      },
    }),
  };
  answers['geometries.previewMany'] = ({ body }) => {
    const count = body!.ids!.length;
    return { data: { count, previewed: count, changed: count, unchanged: 0, refused: [], examples: [] } };
  };
  const call = ({ id }: { id: string }, request: TableCall = {}) => {
    requests.push({ id, request });
    const answer = answers[id];
    return answer ? Promise.resolve(answer(request)) : Promise.reject(new Error(`No answer to ${id}.`));
  };
  return { requests, call: call as unknown as Api['call'] };
}

/** The parts of a project in which everything is saved. */
export function savedProject() {
  const state = { queued: 0, savedAt: undefined };
  return {
    autosave: { has: () => false, state$: new BehaviorSubject(state), state },
    generation$: new BehaviorSubject(0),
  };
}
