import { observer } from 'mobx-react-lite';
import { useNavigate } from 'react-router-dom';
import {
  Button,
  downloadText,
  Icon,
  Table,
  TextArea,
  useContributions,
  useI18n,
  useServices,
  useTranslate,
} from '#core/react';
import { IMPORT_DIALOG } from '#plugins/files/import/api';
import type { PlacedEvent } from '../model/kilometres.ts';
import { eventsCsv, eventsGeojson, printKilometres, printMetres } from '../model/station-outputs.ts';
import type { StationPartProps } from './StationsPart.tsx';
import { Unread } from './Unread.tsx';
import { useStationTitles } from './useStationTitles.ts';

/** From pairs of chainages to parts of the line. */
export const EventsPart = observer(function EventsPart({
  kilometres,
  chosen,
  onChoose,
  projectId,
}: StationPartProps & { projectId: string | undefined }) {
  const t = useTranslate('kmreprojection');
  const i18n = useI18n();
  const titles = useStationTitles(kilometres.crs);
  const { rows, unread } = kilometres.events;
  const locale = i18n.language;
  const note = ({ vertices, isCut }: PlacedEvent) =>
    !vertices ? t('events.off') : isCut ? t('events.cut') : '';
  const drawn = rows.filter(({ vertices }) => vertices).length;
  return (
    <div className="kmr-part">
      <TextArea
        label={t('events.text')}
        description={t('events.help')}
        rows={4}
        value={kilometres.eventText}
        onChange={(text) => kilometres.set('eventText', text)}
        spellCheck="false"
      />
      <Unread lines={unread} />
      {rows.length > 0 && (
        <>
          <div className="kmr-actions">
            <Button
              icon={<Icon name="download" />}
              onPress={() => downloadText('events.csv', eventsCsv(rows, locale, titles))}
            >
              CSV
            </Button>
            <Button
              icon={<Icon name="download" />}
              isDisabled={drawn === 0}
              onPress={() => downloadText('events.geojson', eventsGeojson(rows))}
            >
              GeoJSON
            </Button>
            {projectId && drawn > 0 && <AddToProject projectId={projectId} rows={rows} />}
          </div>
          <Table
            label={t('events')}
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
                cell: (row) => [row.name, note(row)].filter(Boolean).join(' – '),
              },
              ...(['from', 'to'] as const).map((end) => ({
                id: end,
                title: titles[end],
                align: 'end' as const,
                width: 116,
                cell: (row: PlacedEvent) => printKilometres(row[end], locale),
              })),
              {
                id: 'length',
                title: titles.length,
                align: 'end',
                width: 108,
                cell: ({ length }) => printMetres(length, locale),
              },
            ]}
          />
        </>
      )}
    </div>
  );
});

/** Opens the import wizard with the events: it asks for the object type, and can undo the import. */
function AddToProject({ projectId, rows }: { projectId: string; rows: readonly PlacedEvent[] }) {
  const t = useTranslate('kmreprojection');
  const navigate = useNavigate();
  const services = useServices();
  const mayImport = useContributions('importers').length > 0;
  if (!mayImport || !services.isBound(IMPORT_DIALOG)) return null;
  return (
    <Button
      icon={<Icon name="import" />}
      onPress={() => {
        const file = new File([eventsGeojson(rows)], 'events.geojson', { type: 'application/geo+json' });
        services.get(IMPORT_DIALOG).open(projectId, file);
        void navigate(`/shape-management?project=${projectId}`);
      }}
    >
      {t('events.add')}
    </Button>
  );
}
