import { Grid3x3 } from 'lucide-react';
import type { CrsGrid } from '#core/protocol';
import { useI18n, useTranslate } from '#core/react';
import type { Grids } from '../model/grids.ts';
import { GridDetails } from './GridDetails.tsx';
import { GridDialog } from './GridDialog.tsx';
import { ManagedTable } from './ManagedTable.tsx';

/** Shift grids and geoids with their area and accuracy; adds and deletes them. */
export function GridsTab({ grids }: { grids: Grids }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  return (
    <>
      <p className="adm-what g-muted">{t('grids.what')}</p>
      <ManagedTable<CrsGrid>
        texts="grids"
        icon={<Grid3x3 />}
        list={grids.list}
        columns={[
          { id: 'crs', title: t('grids.serves'), cell: ({ crs, datum }) => datum ?? crs.join(', ') },
          {
            id: 'accuracy',
            title: t('grids.accuracy'),
            align: 'end',
            sortable: true,
            width: 120,
            cell: ({ accuracy }) => `${i18n.number(accuracy)} m`,
          },
        ]}
        onRemove={(grid) => grids.remove(grid)}
        dialog={(grid, close) =>
          grid ? <GridDetails grid={grid} onClose={close} /> : <GridDialog grids={grids} onClose={close} />
        }
      />
    </>
  );
}
