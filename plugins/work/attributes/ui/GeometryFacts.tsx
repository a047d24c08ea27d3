import { measuresOf, printArea, printCoordinates, printLength } from '#core/geodesy';
import { verticesOf } from '#core/mapview';
import type { Geometry } from '#core/protocol';
import { useI18n, useProjectable, useSetting, useTranslate } from '#core/react';

/** Vertices above which only the count is shown: measuring a million vertices takes seconds. */
const MAX_MEASURED = 50_000;

/** Type, size and position of the geometry; each value names its unit and method. */
export function GeometryFacts({ geometry, projectCrs }: { geometry: Geometry; projectCrs: string }) {
  const t = useTranslate('attributes');
  const { language } = useI18n();
  const [measureCrs] = useSetting('measureCRS');
  const vertices = [...verticesOf(geometry)];
  const { length, area, perimeter } = vertices.length > MAX_MEASURED ? {} : measuresOf(geometry);
  const crs = useProjectable(measureCrs || projectCrs);
  const heights = vertices.flatMap(({ position }) => (position[2] === undefined ? [] : [position[2]]));
  const rows: [string, string][] = [
    [t('fact.kind'), t(`geometry.${geometry.type}`)],
    [t('fact.vertices'), vertices.length.toLocaleString(language)],
  ];
  if (length !== undefined) rows.push([t('fact.length'), printLength(length, language)]);
  if (area !== undefined) rows.push([t('fact.area'), printArea(area, language)]);
  if (perimeter !== undefined) rows.push([t('fact.perimeter'), printLength(perimeter, language)]);
  if (geometry.type === 'Point')
    rows.push([
      t('fact.position', { crs }),
      printCoordinates(geometry.coordinates, { crs, locale: language }),
    ]);
  else if (heights.length > 0) {
    const [low, high] = [heights.reduce((a, b) => Math.min(a, b)), heights.reduce((a, b) => Math.max(a, b))];
    const range =
      low === high
        ? printLength(low, language)
        : `${printLength(low, language)} – ${printLength(high, language)}`;
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
