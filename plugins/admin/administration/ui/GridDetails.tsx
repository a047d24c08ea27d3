import type { CrsGrid } from '#core/protocol';
import { Dialog, useI18n, useTranslate } from '#core/react';

/** Details of a grid: its source and the checksum of its file. */
export function GridDetails({ grid, onClose }: { grid: CrsGrid; onClose: () => void }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  const [west, south, east, north] = grid.area.map((degrees) => i18n.number(Math.round(degrees * 1e4) / 1e4));
  const facts: readonly [string, string][] = [
    [t('grids.source'), grid.source],
    [t('grids.accuracy'), `${i18n.number(grid.accuracy)} m`],
    grid.datum === null ? [t('grids.crs'), grid.crs.join(', ')] : [t('grids.datum'), grid.datum],
    [t('grids.area'), t('grids.area.value', { west, south, east, north })],
    [t('grids.nodes'), t('grids.nodes.value', { nodes: i18n.number(grid.nodes), count: grid.subGrids })],
    [t('grids.uploaded'), i18n.date(grid.createdAt)],
    [t('grids.checksum'), grid.sha256],
  ];
  return (
    <Dialog isOpen size="m" title={grid.name} onClose={onClose}>
      <dl className="adm-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
