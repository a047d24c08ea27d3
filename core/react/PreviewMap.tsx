import { useEffect, useMemo, useState } from 'react';
import type { Extent } from '#core/document';
import { frameOf, plot, type Plot } from './plot.ts';
import { useI18n, useTranslate } from './useTranslate.ts';
import './PreviewMap.css';

const WIDTH = 560;
const HEIGHT = 320;
const SMALL = { width: 148, height: 74 };
const WORLD: Extent = [-180, -84, 180, 84];

export interface PreviewMapProps {
  /** For screen readers. */
  label: string;
  /** A GeoJSON FeatureCollection. */
  preview: unknown;
  extent: Extent;
  /** How many features there are, where `preview` may be a sample of them: then it is said. */
  total?: number;
}

type PlotFeatures = Parameters<typeof plot>[0];

/** Features over a graticule, and their location in the world. */
export default function PreviewMap({ label, preview, extent, total }: PreviewMapProps) {
  const t = useTranslate('core');
  const i18n = useI18n();
  const degrees = (value: number) =>
    i18n.number(value, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const [west, south, east, north] = extent;
  const { features } = preview as { features: PlotFeatures };
  const drawn = useMemo(
    () => plot(features, frameOf([west, south, east, north], WIDTH, HEIGHT)),
    [features, west, south, east, north],
  );
  const shown = features.length;
  return (
    <figure className="g-preview">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <path className="g-preview-grid" d={drawn.grid} />
        <path className="g-preview-area" d={drawn.areas} />
        <path className="g-preview-line" d={drawn.lines} />
        {drawn.points.map(([x, y], i) => (
          <circle key={i} className="g-preview-point" cx={x} cy={y} r={3} />
        ))}
      </svg>
      <figcaption className="g-figures g-muted">
        <Locator extent={extent} />
        <span>
          {t('preview.extent', {
            west: degrees(west),
            south: degrees(south),
            east: degrees(east),
            north: degrees(north),
          })}
          {total !== undefined &&
            shown < total &&
            ` ${t('preview.sample', { shown: i18n.number(shown), total: i18n.number(total) })}`}
        </span>
      </figcaption>
    </figure>
  );
}

/** The world with a mark where the file lies. */
function Locator({ extent: [west, south, east, north] }: { extent: Extent }) {
  const [land, setLand] = useState<Plot>();
  const frame = useMemo(() => frameOf(WORLD, SMALL.width, SMALL.height, 0), []);
  useEffect(() => {
    let gone = false;
    void loadLand().then((features) => {
      if (!gone) setLand(plot(features, frame));
    });
    return () => {
      gone = true;
    };
  }, [frame]);
  const [x, y] = [frame.x((west + east) / 2), frame.y((south + north) / 2)];
  const size = Math.max(5, frame.x(east) - frame.x(west), frame.y(south) - frame.y(north));
  return (
    <svg className="g-locator" viewBox={`0 0 ${SMALL.width} ${SMALL.height}`} aria-hidden="true">
      {land && <path className="g-locator-land" d={land.areas} />}
      <rect className="g-locator-place" x={x - size / 2} y={y - size / 2} width={size} height={size} />
    </svg>
  );
}

/** Natural Earth's land, 1:110 million; loaded with the first preview. */
async function loadLand(): Promise<PlotFeatures> {
  const [{ feature }, { default: world }] = await Promise.all([
    import('topojson-client'),
    import('world-atlas/land-110m.json'),
  ]);
  const topology = world as unknown as Parameters<typeof feature>[0];
  const land = feature(topology, topology.objects['land']!) as { features?: PlotFeatures };
  return land.features ?? [];
}
