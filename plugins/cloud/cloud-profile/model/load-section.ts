import type { Api } from '#core/api';
import { AppError } from '#core/kernel';
import {
  CloudFrameReader,
  queryPointcloud,
  type CloudColumns,
  type CloudQueryEnd,
  type CloudQueryHead,
  type CloudSelection,
} from '#core/protocol';
import { corridorOf } from './section-region.ts';
import type { SectionLine } from './section-line.ts';
import type { PointBatch } from './section-points.ts';

/** Most points of one profile: more would not be seen, and the panel says so. */
export const MAX_PROFILE_POINTS = 1_000_000;

export interface SectionRequest {
  readonly cloudId: string;
  readonly line: SectionLine;
  readonly width: number;
  /** The regions that the clips of the view leave. */
  readonly cut: Pick<CloudSelection, 'inside' | 'outside'>;
  readonly signal: AbortSignal;
}

export interface SectionSink {
  head(head: CloudQueryHead): void;
  points(batch: PointBatch): void;
}

/**
 * Streams the points of a section from coarse to fine into `sink`.
 * @throws AppError: the server's sentence, or `cut-off` where the answer ended early.
 */
export async function loadSection(
  api: Pick<Api, 'stream'>,
  { cloudId, line, width, cut, signal }: SectionRequest,
  sink: SectionSink,
): Promise<CloudQueryEnd> {
  const stream = await api.stream(
    queryPointcloud,
    {
      params: { id: cloudId },
      query: {},
      body: {
        ...cut,
        inside: [corridorOf(line, width), ...(cut.inside ?? [])],
        attributes: ['rgb', 'intensity', 'classification'],
        limit: MAX_PROFILE_POINTS,
        answer: 'binary',
      },
    },
    { signal },
  );
  const frames = new CloudFrameReader();
  const reader = stream.getReader();
  let head: CloudQueryHead | undefined;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const frame of frames.read(part.value))
        if (frame.kind === 'head') sink.head((head = frame.head));
        else if (frame.kind === 'end') return frame.end;
        else if (head) sink.points(batchOf(frame.points, head));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  throw new AppError('cut-off', 'The answer of the server ended early: load the profile again.');
}

function batchOf(
  { count, positions, classification, rgb, intensity }: CloudColumns,
  { scale, offset }: CloudQueryHead,
): PointBatch {
  const axis = (which: 0 | 1 | 2): Float64Array => {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = positions[3 * i + which]! * scale[which] + offset[which];
    return values;
  };
  return {
    x: axis(0),
    y: axis(1),
    z: axis(2),
    classes: classification ?? new Uint8Array(count),
    rgb,
    intensity,
  };
}
