import { measuresOf, planeOf, type Plane } from '#core/geodesy';
import { verticesOf } from '#core/mapview';
import type { Geometry, ObjectType } from '#core/protocol';
import { usePrinter, useTranslate } from '#core/react';
import type { FinishedPath } from '../api.ts';
import { geometryOf } from '../model/shape.ts';

/** Inclination, in degrees, above which the area in its own plane is shown as well. */
const ASLANT = 1;
/** Inclination, in degrees, above which it has no area on the map. */
const UPRIGHT = 89;

/** What will be stored, in one line: geometry type, vertices, size, heights. */
export function Summary({
  drawn,
  type,
  height,
}: {
  drawn: FinishedPath;
  type: ObjectType | undefined;
  height: number | undefined;
}) {
  const t = useTranslate('draw');
  const print = usePrinter();
  const { kind, vertices, more = [], as } = drawn;
  const geometry = geometryOf(kind, vertices, height, type?.geometryType ?? null);
  const { length, area, perimeter } = measuresOf(geometry);
  const plane = kind === 'ring' ? planeOver(geometry) : undefined;
  const aslant = plane !== undefined && plane.slope > ASLANT;
  const parts = [
    t(`stored.${kind}`, { count: vertices.length }),
    length !== undefined && t('stored.length', { value: print.length(length) }),
    area !== undefined && !(aslant && plane.slope > UPRIGHT) && t('stored.area', { value: print.area(area) }),
    aslant && t('stored.area-in-space', { value: print.area(plane.area) }),
    perimeter !== undefined && !aslant && t('stored.perimeter', { value: print.length(perimeter) }),
    as?.text,
    heightsText(geometry, (metres) => print.length(metres), t),
  ];
  return (
    <p className="draw-summary">
      <span className="g-label">{t('stored.title')}</span>{' '}
      {more.length > 0 && `${t('stored.objects', { count: more.length + 1 })} `}
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}

/** The best-fit plane of a polygon; undefined where vertices have no heights. */
function planeOver(geometry: Geometry): Plane | undefined {
  const ring = [...verticesOf(geometry)].map(({ position }) => position);
  return ring.every((vertex) => vertex.length === 3) ? planeOf(ring) : undefined;
}

/** Lowest and highest vertex, above the ellipsoid. */
function heightsText(
  geometry: Geometry,
  print: (metres: number) => string,
  t: ReturnType<typeof useTranslate>,
): string {
  const heights = [...verticesOf(geometry)].flatMap(({ position }) => position[2] ?? []);
  if (heights.length === 0) return t('stored.flat');
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)].map(print) as [string, string];
  return lowest === highest
    ? t('stored.height', { height: lowest })
    : t('stored.heights', { lowest, highest });
}
