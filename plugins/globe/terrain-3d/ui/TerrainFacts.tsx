import type { ReactNode } from 'react';
import { useI18n, useTranslate } from '#core/react';
import { printNumber } from '#core/geodesy';
import type { Terrain } from '#core/protocol';

/** The unit of the heights in the file, and whether that is known. */
function unitText({ unit, unitFrom }: Terrain, t: (key: string) => string): string {
  if (!unit) return '–';
  return unitFrom === 'assumed' ? `${t(`unit.${unit}`)} (${t('unit.assumed')})` : t(`unit.${unit}`);
}

/** Source, cell size and height range of a terrain. */
export function TerrainFacts({ terrain, action }: { terrain: Terrain; action: ReactNode }) {
  const t = useTranslate('terrain-3d');
  const { language } = useI18n();
  const metres = (value: number, decimals: number) => `${printNumber(value, decimals, language)} m`;
  const facts = [
    [t('facts.resolution'), metres(terrain.resolution, terrain.resolution < 10 ? 2 : 0)],
    [t('facts.heights'), `${metres(terrain.lowest, 1)} – ${metres(terrain.highest, 1)}`],
    [t('facts.source'), t(terrain.heights === 'egm96' ? 'above.egm96' : 'above.ellipsoid')],
    [t('facts.unit'), unitText(terrain, t)],
    [t('facts.crs'), terrain.crs],
  ] as const;
  return (
    <div className="ter-facts">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="g-figures">{value}</dd>
          </div>
        ))}
      </dl>
      {action}
    </div>
  );
}
