import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { Button, downloadText, saveFile, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { BIM_STAGE } from '../api.ts';
import { MODEL_FINDER } from '../model/finding.ts';
import { SaveIfc } from './SaveIfc.tsx';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The most columns the server adds. */
const MOST = 30;

/** The found elements as a table, with the most frequent properties. */
export const TableFiles = observer(function TableFiles() {
  const t = useTranslate('bim-viewer');
  const finder = useService(MODEL_FINDER);
  const stage = useService(BIM_STAGE);
  const toasts = useService(TOASTS);
  const [share, setShare] = useState<number>();
  const save = async (format: 'csv' | 'xlsx') => {
    setShare(0);
    try {
      const columns = finder.names
        .filter(({ kind }) => kind === 'property' || kind === 'quantity')
        .toSorted((a, b) => b.count - a.count)
        .slice(0, MOST);
      const { csvOf, xlsxOf } = await import('../model/table.ts');
      const found = await finder.allRows(columns, setShare);
      const head = [
        'GlobalId',
        ...['class', 'name', 'type', 'material', 'storey', 'links'].map((key) => t(`table.head.${key}`)),
        ...columns.map(({ set, name, unit }) => `${set}.${name}${unit === null ? '' : ` [${unit}]`}`),
      ];
      const rows = found.map((row) => [
        ...[row.globalId, row.class, row.name, row.type, row.material, row.storey],
        row.links.map(({ target }) => target).join('; '),
        ...row.values,
      ]);
      const name = (stage.storedOf(finder.modelId!)?.name ?? 'model').replace(/\.(ifc|ifczip)$/i, '');
      if (format === 'csv') downloadText(`${name}.csv`, csvOf(head, rows));
      else saveFile(new Blob([xlsxOf(name, head, rows) as BlobPart], { type: XLSX }), `${name}.xlsx`);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setShare(undefined);
    }
  };
  return (
    <div className="bim-actions" role="group" aria-label={t('table')}>
      <Button size="s" isPending={share !== undefined} onPress={() => void save('csv')}>
        {t('table.csv')}
      </Button>
      <Button size="s" isPending={share !== undefined} onPress={() => void save('xlsx')}>
        {t('table.xlsx')}
      </Button>
      <SaveIfc of={[{ modelId: finder.modelId!, filter: finder.filter }]} />
    </div>
  );
});
