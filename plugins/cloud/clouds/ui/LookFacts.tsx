import type { CloudLook } from '#core/protocol';
import { PreviewMap, useI18n, useTranslate } from '#core/react';

/** Header, place, density and problems of a file; `placedBy`: how many of its points say where it lies, if not all. */
export function LookFacts({ look, placedBy }: { look: CloudLook; placedBy?: number | undefined }) {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const { header, crs, unit, outline, size, density, problems } = look;
  const notes =
    placedBy === undefined ? problems : [t('look.part', { points: i18n.number(placedBy) }), ...problems];
  const metres = (value: number) =>
    i18n.number(value, { style: 'unit', unit: 'meter', maximumFractionDigits: value < 100 ? 2 : 0 });
  // Of degrees six digits are a decimetre.
  const digits = crs !== null && unit === null ? 6 : 2;
  const range = (axis: 0 | 1 | 2, fractionDigits = digits) => {
    const ends = [header.min, header.max].map(
      (corner) =>
        corner &&
        i18n.number(corner[axis], {
          minimumFractionDigits: fractionDigits,
          maximumFractionDigits: fractionDigits,
        }),
    );
    return header.min && ends.join(' – ');
  };
  const facts: [string, string | null][] = [
    ['format', `${header.format.toUpperCase()} ${header.version}`.trim()],
    ['points', header.pointCount === null ? null : i18n.number(header.pointCount)],
    ['x', range(0)],
    ['y', range(1)],
    ['z', range(2, 2)],
    ['size', size && size.map(metres).join(' × ')],
    [
      'density',
      density === null
        ? null
        : t('look.perArea', { density: i18n.number(density, { maximumSignificantDigits: 3 }) }),
    ],
    ['colour', t(header.hasColour ? 'yes' : 'no')],
    ['scans', header.scans === 0 ? null : i18n.number(header.scans)],
    ['system', header.crsName],
    ['program', header.program],
  ];
  return (
    <div className="clouds-look">
      {outline ? (
        <PreviewMap label={t('look.map')} preview={featuresOf(outline)} extent={extentOf(outline)} />
      ) : (
        <p className="clouds-no-map">{t(crs === null ? 'look.noMap' : 'look.noMap.points')}</p>
      )}
      <div>
        <dl className="clouds-table g-figures">
          {facts.map(
            ([name, value]) =>
              value !== null && (
                <div key={name}>
                  <dt>{t(`look.${name}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {notes.length > 0 && (
          <ul className="clouds-problems" aria-label={t('look.problems')}>
            {notes.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type Outline = NonNullable<CloudLook['outline']>;

function featuresOf(outline: Outline) {
  return { features: [{ geometry: { type: 'Polygon', coordinates: [outline] } }] };
}

/** With a tenth around it. */
function extentOf(outline: Outline): [number, number, number, number] {
  const [lons, lats] = [outline.map(([lon]) => lon), outline.map(([, lat]) => lat)];
  const [west, south, east, north] = [
    Math.min(...lons),
    Math.min(...lats),
    Math.max(...lons),
    Math.max(...lats),
  ];
  const [x, y] = [(east - west) / 10, (north - south) / 10];
  return [west - x, south - y, east + x, north + y];
}
