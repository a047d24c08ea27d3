import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Survey } from '#core/protocol';
import {
  AlertDialog,
  Disclosure,
  FileDrop,
  Icon,
  IconButton,
  Link,
  Menu,
  Switch,
  useI18n,
  usePrinter,
  useService,
  useTranslate,
} from '#core/react';
import { SENDING_ROWS } from '#plugins/files/documents/api';
import { ARRIVAL } from '../model/arrival.ts';
import { SURVEY_DESK } from '../model/survey-desk.ts';
import { TRACKS } from '../model/tracks-on-maps.ts';
import { ClockShift } from './ClockShift.tsx';
import { Documents } from './Documents.tsx';
import { FileRow } from './FileRow.tsx';
import { Panoramas } from './Panoramas.tsx';
import { SurveyDialog } from './SurveyDialog.tsx';
import { TrackRow } from './TrackRow.tsx';

/** A survey: who, when, with what; its tracks, its panoramas, and what else belongs to it. */
export const SurveyRow = observer(function SurveyRow({
  survey,
  mayWrite,
  onMap,
}: {
  survey: Survey;
  mayWrite: boolean;
  onMap: boolean;
}) {
  const t = useTranslate('surveys');
  const i18n = useI18n();
  const print = usePrinter();
  const desk = useService(SURVEY_DESK);
  const tracks = useService(TRACKS);
  const [asking, setAsking] = useState<'change' | 'delete'>();
  const [isListing, setListing] = useState(false);
  const [isShifting, setShifting] = useState(false);
  const { id, projectId, name, surveyedOn, people, instrument, positionAccuracy, directionAccuracy } = survey;
  const arrival = useService(ARRIVAL);
  const SendingRows = useService(SENDING_ROWS);
  const files = desk.files.filter(({ surveyId }) => surveyId === id);
  const documents = desk.documentsFor(id);
  const placed = desk.placed.get(id);
  const facts = [
    surveyedOn && i18n.date(surveyedOn, { dateStyle: 'medium' }),
    people,
    instrument,
    positionAccuracy !== null && `± ${print.length(positionAccuracy)}`,
    directionAccuracy !== null && `± ${i18n.number(directionAccuracy, { maximumFractionDigits: 4 })}°`,
  ].filter(Boolean);
  const isShown = tracks.isShown(id);
  const add = async (added: readonly File[]) => {
    await desk.add(survey, added);
    if (onMap) await arrival.follow(survey);
  };
  const remove = async () => {
    await desk.remove(survey);
    tracks.hide(id);
  };
  return (
    <li className="surveys-row">
      <div className="surveys-head">
        <strong className="surveys-name">{name}</strong>
        {mayWrite && (
          <Menu
            label={t('actions', { name })}
            trigger={<IconButton size="s" label={t('actions', { name })} icon={<Icon name="more" />} />}
            entries={[
              { id: 'change', title: t('change'), onAction: () => setAsking('change') },
              'separator',
              { id: 'delete', title: t('delete'), danger: true, onAction: () => setAsking('delete') },
            ]}
          />
        )}
      </div>
      {facts.length > 0 && <p className="g-muted g-figures">{facts.join(' · ')}</p>}
      {survey.description !== '' && <p>{survey.description}</p>}
      <p className="surveys-links g-figures">
        {survey.pointcloudCount > 0 && (
          <Link href={`/clouds/${projectId}?survey=${id}`}>
            {t('clouds', { count: survey.pointcloudCount })}
          </Link>
        )}
        {survey.bimCount > 0 && (
          <Link href={`/models/${projectId}`}>{t('models', { count: survey.bimCount })}</Link>
        )}
      </p>
      {survey.tracks.length > 0 && (
        <>
          {onMap && (
            <Switch
              isSelected={isShown}
              onChange={(shown) => (shown ? void tracks.show(id) : tracks.hide(id))}
            >
              {t('tracks.show')}
            </Switch>
          )}
          <ul className="surveys-list" aria-label={t('tracks')}>
            {survey.tracks.map((track) => (
              <TrackRow key={track.id} survey={survey} track={track} mayWrite={mayWrite} />
            ))}
          </ul>
        </>
      )}
      {placed && placed.placed + placed.unplaced.length > 0 && (
        <div className="surveys-placed" role="status">
          <p>{t('placed', { count: placed.placed })}</p>
          {placed.unplaced.map((one) => (
            <p key={one.id} className="g-error">
              {one.name}: {t(`unplaced.${one.reason}`)}
            </p>
          ))}
        </div>
      )}
      {survey.panoramicCount > 0 && (
        <Disclosure
          title={t('panoramas', { count: survey.panoramicCount })}
          isExpanded={desk.panoramas.has(id)}
          onExpandedChange={(isOpen) => (isOpen ? void desk.showPanoramas(id) : desk.hidePanoramas(id))}
        >
          <Panoramas surveyId={id} mayWrite={mayWrite} />
        </Disclosure>
      )}
      {survey.fileCount > 0 && (
        <Disclosure
          title={t('documents', { count: survey.fileCount })}
          isExpanded={isListing}
          onExpandedChange={(isOpen) => {
            setListing(isOpen);
            if (isOpen) void desk.showDocuments(id);
          }}
        >
          <Documents survey={survey} onMap={onMap} />
        </Disclosure>
      )}
      {onMap && mayWrite && isShown && survey.panoramicCount + survey.fileCount > 0 && (
        <Disclosure title={t('shift')} isExpanded={isShifting} onExpandedChange={setShifting}>
          {isShifting && <ClockShift survey={survey} />}
        </Disclosure>
      )}
      {files.length + documents.length > 0 && (
        <ul className="surveys-list" aria-label={t('files')}>
          {files.map((file) => (
            <FileRow key={file.key} file={file} />
          ))}
          <SendingRows files={documents} />
        </ul>
      )}
      {mayWrite && <FileDrop label={t('drop', { name })} multiple onFiles={(added) => void add(added)} />}
      {asking === 'change' && <SurveyDialog survey={survey} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && (
        <AlertDialog
          title={t('delete.title', { name })}
          isOpen
          action={t('delete.survey')}
          onAction={remove}
          onClose={() => setAsking(undefined)}
        >
          {t('delete.what', {
            tracks: survey.tracks.length,
            panoramas: survey.panoramicCount,
            files: survey.fileCount,
            clouds: survey.pointcloudCount,
            models: survey.bimCount,
          })}
        </AlertDialog>
      )}
    </li>
  );
});
