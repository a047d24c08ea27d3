import {
  CLOUD_ATTRIBUTES,
  encodeCloudFrame,
  type CloudAttribute,
  type CloudColumns,
  type CloudFrame,
  type CloudQuery,
  type CloudQueryEnd,
} from '#core/protocol';
import type { NodePoints, PointSource } from '../../../formats/pointcloud/source.ts';
import type { Cloud } from './cloud.ts';
import { Walk, type SelectedPoints } from './walk.ts';

const DEFAULT_LIMIT = 1_000_000;
/** Seconds of work for one answer. */
const SECONDS = 60;

/** Streams the points of a query as lines or frames; `send` waits while the reader is slow. */
export async function answerQuery(
  cloud: Cloud,
  query: CloudQuery,
  send: (bytes: Uint8Array) => Promise<void>,
): Promise<CloudQueryEnd> {
  const { level, spacing, limit = DEFAULT_LIMIT } = query;
  const attributes = CLOUD_ATTRIBUTES.filter((name) =>
    (query.attributes ?? ['classification']).includes(name),
  );
  const encode =
    query.answer === 'binary' ? encodeCloudFrame : (frame: CloudFrame) => encodeLine(frame, cloud.source);
  const walk = new Walk(cloud, query, { seconds: SECONDS, points: limit, level, spacing });
  const { cloudId, content, edits, crs } = cloud.place;
  const { scale, offset } = cloud.source;
  await send(encode({ kind: 'head', head: { cloudId, content, edits, crs, scale, offset, attributes } }));
  for await (const found of walk.selected())
    await send(encode({ kind: 'points', points: columnsOf(found, attributes) }));
  const { points, nodes, complete, stoppedBy } = walk;
  const end = { points, nodes, complete, stoppedBy };
  await send(encode({ kind: 'end', end }));
  return end;
}

function columnsOf(
  { node, points, chosen }: SelectedPoints,
  attributes: readonly CloudAttribute[],
): CloudColumns {
  const columns: CloudColumns = {
    level: node.level,
    count: chosen.length,
    positions: taken(points.positions, chosen, 3),
  };
  for (const name of attributes)
    Object.assign(columns, {
      [name]: taken<NodePoints[CloudAttribute]>(points[name], chosen, name === 'rgb' ? 3 : 1),
    });
  return columns;
}

type Column = Int32Array | NodePoints[CloudAttribute];

function taken<C extends Column>(column: C, chosen: Uint32Array, size: number): C {
  const part = new (column.constructor as new (length: number) => C)(chosen.length * size);
  let at = 0;
  for (const i of chosen) for (let n = 0; n < size; n++) part[at++] = column[i * size + n]!;
  return part;
}

/** JSON of one frame and a line end; positions are coordinates, with the decimals of the scale. */
function encodeLine(frame: CloudFrame, { scale, offset }: PointSource): Uint8Array {
  if (frame.kind !== 'points') {
    const { kind } = frame;
    return Buffer.from(`${JSON.stringify({ kind, ...(kind === 'head' ? frame.head : frame.end) })}\n`);
  }
  const { level, count, positions, ...columns } = frame.points;
  const decimals = scale.map((each) => Math.min(12, Math.max(0, Math.ceil(-Math.log10(each))) + 1));
  const coordinates = Array.from(positions, (value, i) => {
    const axis = i % 3;
    return Number((value * scale[axis]! + offset[axis]!).toFixed(decimals[axis]));
  });
  const plain = Object.entries(columns).map(([name, column]) => [
    name,
    Array.from(column as ArrayLike<number>),
  ]);
  const line = { kind: 'points', level, count, positions: coordinates, ...Object.fromEntries(plain) };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}
