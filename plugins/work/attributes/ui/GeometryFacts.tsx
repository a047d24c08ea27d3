import { measuresOf } from '#core/geodesy';
import { verticesOf } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import { useI18n, usePrinter, useProjectable, useSetting, useTranslate } from '#core/react';

/** Vertices above which only the count is shown: measuring a million vertices takes seconds. */
const MAX_MEASURED = 50_000;

/** Type, size and position of the geometry; each value names its unit and method. */
export function GeometryFacts({ geometry }: { geometry: Geometry }) {
  const t = useTranslate('attributes');
  const { language } = useI18n();
  const print = usePrinter();
  const [workingCrs] = useSetting('workingCrs');
  const vertices = [...verticesOf(geometry)];
  const { length, area, perimeter } = vertices.length > MAX_MEASURED ? {} : measuresOf(geometry);
  const crs = useProjectable(workingCrs);
  const heights = vertices.flatMap(({ position }) => (position[2] === undefined ? [] : [position[2]]));
  const rows: [string, string][] = [
    [t('fact.kind'), t(`geometry.${geometry.type}`)],
    [t('fact.vertices'), vertices.length.toLocaleString(language)],
  ];
  if (length !== undefined) rows.push([t('fact.length'), print.length(length)]);
  if (area !== undefined) rows.push([t('fact.area'), print.area(area)]);
  if (perimeter !== undefined) rows.push([t('fact.perimeter'), print.length(perimeter)]);
  if (geometry.type === 'Point')
    rows.push([t('fact.position', { crs }), print.coordinates(geometry.coordinates, crs)]);
  else if (heights.length > 0) {
    const [low, high] = [heights.reduce((a, b) => Math.min(a, b)), heights.reduce((a, b) => Math.max(a, b))];
    const range = low === high ? print.length(low) : `${print.length(low)} – ${print.length(high)}`;
    rows.push([t('fact.heights'), range]);
  }
  return (
    <dl className="att-facts g-figures">
      {rows.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
