import { AppError } from '#core/kernel';
import type { Position } from '#core/protocol';
import { crossesItself, MINIMUM, type Metric } from '#core/sketch';
import { MAX_ROWS, readCoordinates, readLegs, type BadRow, type Parser } from './rows.ts';
import { adjusted, misclosure, stations, type Misclosure } from './traverse.ts';

export type ListKind = 'coordinates' | 'traverse';
/** The geometry made of the vertices. */
export type Becomes = 'line' | 'ring';
/** The target of a traverse. */
export type Closing = 'open' | 'start' | 'known';

/** The input as typed. */
export interface ListInput {
  readonly kind: ListKind;
  readonly rows: string;
  readonly becomes: Becomes;
  readonly start: string;
  readonly closing: Closing;
  readonly known: string;
  readonly adjusts: boolean;
}

/** The formats of the person's input and output. */
export interface ListFormat {
  readonly crs: string;
  readonly parser: Parser;
  readonly metric: Metric;
}

export type ListProblem = 'start' | 'known' | 'outside' | 'many' | 'crosses' | 'few';

/** The result of a list. */
export interface ListResult {
  /** The drawn vertices: in a ring the first one is not repeated. */
  readonly vertices: readonly Position[];
  readonly bad: readonly BadRow[];
  readonly missing: Misclosure | undefined;
  /** Why it cannot be drawn. */
  readonly problem: ListProblem | undefined;
}

const NOTHING: ListResult = { vertices: [], bad: [], missing: undefined, problem: undefined };

export function listed(typed: ListInput, format: ListFormat): ListResult {
  const made = typed.kind === 'traverse' ? traversed(typed, format) : plain(typed, format);
  if (made.problem || made.vertices.length === 0) return made;
  if (made.vertices.length < MINIMUM[typed.becomes]) return { ...made, problem: 'few' };
  if (typed.becomes === 'ring' && crossesItself(made.vertices)) return { ...made, problem: 'crosses' };
  return made;
}

function plain({ rows, becomes }: ListInput, { crs, parser }: ListFormat): ListResult {
  const { read, bad } = readCoordinates(rows, crs, parser);
  if (read.length > MAX_ROWS) return { ...NOTHING, problem: 'many' };
  return { ...NOTHING, vertices: becomes === 'ring' ? opened(read) : read, bad };
}

function traversed(typed: ListInput, { crs, parser, metric }: ListFormat): ListResult {
  const { read: legs, bad } = readLegs(typed.rows, parser);
  const start = parser.parseCoordinates(typed.start, crs)?.position;
  const known = parser.parseCoordinates(typed.known, crs)?.position;
  if (!start)
    return { ...NOTHING, bad, problem: typed.start.trim() || legs.length > 0 ? 'start' : undefined };
  if (legs.length > MAX_ROWS) return { ...NOTHING, problem: 'many' };
  try {
    const at = stations(metric, start, legs);
    if (typed.closing === 'known' && !known) return { ...NOTHING, vertices: at, bad, problem: 'known' };
    const target = typed.closing === 'known' ? known : typed.closing === 'start' ? start : undefined;
    const missing = target && legs.length > 0 ? misclosure(metric, at, target) : undefined;
    const whole = missing && typed.adjusts ? adjusted(metric, at, missing) : at;
    // Where it returns to its start, the last station equals the first.
    const vertices = typed.becomes === 'ring' && typed.closing === 'start' ? whole.slice(0, -1) : whole;
    return { vertices, bad, missing, problem: undefined };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.id === 'outside-crs')
      return { ...NOTHING, bad, problem: 'outside' };
    throw thrown;
  }
}

/** Lists of rings often repeat the first vertex at the end. */
function opened(vertices: readonly Position[]): readonly Position[] {
  const [first, last] = [vertices[0], vertices.at(-1)];
  const closed = vertices.length > 3 && first![0] === last![0] && first![1] === last![1];
  return closed ? vertices.slice(0, -1) : vertices;
}
