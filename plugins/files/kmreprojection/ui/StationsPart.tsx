import { observer } from 'mobx-react-lite';
import { Button, downloadText, Icon, Table, TextArea, useI18n, useTranslate } from '#core/react';
import type { Kilometres, StationedPoint } from '../model/kilometres.ts';
import { printKilometres, printMetres, stationsCsv } from '../model/station-outputs.ts';
import { Unread } from './Unread.tsx';
import { useStationTitles } from './useStationTitles.ts';

export interface StationPartProps {
  kilometres: Kilometres;
  /** Line of the chosen row. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** From points to chainages and offsets. */
export const StationsPart = observer(function StationsPart({
  kilometres,
  chosen,
  onChoose,
}: StationPartProps) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const titles = useStationTitles(kilometres.crs);
  const { rows, unread } = kilometres.points;
  const locale = i18n.language;
  const side = (offset: number) => (offset === 0 ? '' : t(offset < 0 ? 'left' : 'right'));
  const note = ({ at, isAmbiguous }: StationedPoint) =>
    [at === 'edge' ? '' : t(`foot.${at}`), isAmbiguous ? t('foot.ambiguous') : ''].filter(Boolean).join(' ');
  return (
    <div className="kmr-part">
      <TextArea
        label={t('stations.text')}
        description={t('stations.help', { crs: kilometres.crs })}
        rows={4}
        value={kilometres.pointText}
        onChange={(text) => kilometres.set('pointText', text)}
        spellCheck="false"
      />
      <Unread lines={unread} />
      {rows.length > 0 && (
        <>
          <div className="kmr-actions">
            <Button
              icon={<Icon name="download" />}
              onPress={() => downloadText('chainages.csv', stationsCsv(rows, locale, titles, note))}
            >
              CSV
            </Button>
          </div>
          <Table
            label={t('stations')}
            className="kmr-table"
            isVirtual
            rows={rows}
            rowId={({ line }) => String(line)}
            rowText={({ name }) => name}
            selection="single"
            selected={new Set(chosen === undefined ? [] : [chosen])}
            onSelect={(ids) => onChoose([...ids][0])}
            columns={[
              {
                id: 'name',
                title: titles.name,
                cell: ({ name, line }) => name || t('line', { line: i18n.number(line) }),
              },
              {
                id: 'chainage',
                title: titles.chainage,
                align: 'end',
                width: 104,
                cell: ({ chainage }) => printKilometres(chainage, locale),
              },
              {
                id: 'offset',
                title: titles.offset,
                align: 'end',
                width: 120,
                cell: ({ offset }) => `${printMetres(Math.abs(offset), locale)} ${side(offset)}`,
              },
              { id: 'note', title: titles.note, secondary: true, cell: note },
            ]}
          />
        </>
      )}
    </div>
  );
});
