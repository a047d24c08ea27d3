import type { FieldBook, FieldBookResult, FieldCodeList } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import type { ComputeProblem } from './compute/types.ts';
import { degreesIn, type DegreesOf } from './degrees-of.ts';
import { makeLines, type MadeLine } from './linework/make-lines.ts';
import { surveyedOf } from './linework/surveyed.ts';
import { recordsOf } from './store.ts';

export interface PlacedLine extends MadeLine {
  /** In the plane, metres. */
  length: number;
  /** Longitude and latitude; null without a CRS. */
  positions: [number, number][] | null;
}

/** The lines and areas of a field book, of the codes that its records have now. */
export async function linesOf(
  db: Queries,
  { id, crs, heights, settings }: FieldBook,
  { result, list }: { result: FieldBookResult; list: FieldCodeList },
): Promise<{ lines: PlacedLine[]; problems: ComputeProblem[] }> {
  if (!list.codes.some(({ line }) => line)) return { lines: [], problems: [] };
  const rows = await recordsOf(db, id);
  const records = rows.map(({ record, ordinal, used }) => ({ ...record, ordinal, used }));
  const places = new Map(
    result.points.map(({ name, east, north, height }) => [
      name,
      height === null ? { east, north } : { east, north, height },
    ]),
  );
  const { lines, problems } = makeLines(surveyedOf(records, places, settings), list);
  const isReady = crs !== null && (await readyCrs(crs)) !== undefined;
  const degreesOf = isReady ? await degreesIn(crs, heights) : null;
  return { lines: lines.map((line) => placed(line, degreesOf)), problems };
}

function placed(line: MadeLine, degreesOf: DegreesOf | null): PlacedLine {
  const { corners } = line;
  const length = corners
    .slice(1)
    .reduce(
      (sum, { east, north }, i) => sum + Math.hypot(east - corners[i]!.east, north - corners[i]!.north),
      0,
    );
  return { ...line, length, positions: degreesOf && positionsOf(line, degreesOf) };
}

/** Null where a corner is outside of the CRS. */
function positionsOf({ corners }: MadeLine, degreesOf: DegreesOf): [number, number][] | null {
  try {
    // Without its height a line is flat, and so are its corners.
    const isHigh = corners.every(({ height }) => height !== undefined);
    const positions = corners.map(({ east, north, height }) =>
      degreesOf(east, north, isHigh ? height : null),
    );
    return positions.every((position) => position.every(Number.isFinite)) ? positions : null;
  } catch {
    return null;
  }
}
