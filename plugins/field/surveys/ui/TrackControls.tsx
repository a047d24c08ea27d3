import { observer } from 'mobx-react-lite';
import {
  Select,
  Slider,
  Switch,
  useI18n,
  useObservable,
  useRunCommand,
  useService,
  useTranslate,
} from '#core/react';
import { useEffect, useState } from 'react';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import type { PanoramaStage } from '#plugins/field/panorama/api';
import { PHOTOS_ON_MAP } from '#plugins/files/documents/api';
import { QUALITIES, RAMP, TRACK_LOOKS, type TrackLook } from '../model/track-colours.ts';
import { TRACKS } from '../model/tracks-on-maps.ts';
import './surveys.css';

/** How tracks are coloured, the slider of time, and whether panoramas are on the map. */
export const TrackControls = observer(function TrackControls() {
  const t = useTranslate('surveys');
  const i18n = useI18n();
  const tracks = useService(TRACKS);
  const { look, span, time, tracks: shown, range, error } = tracks;
  const isOneDay = range && sameDay(...range);
  const printed = (value: number) =>
    look === 'time'
      ? i18n.date(dateOf(value).toISOString(), {
          timeStyle: 'medium',
          ...(!isOneDay && { dateStyle: 'short' }),
        })
      : `${i18n.number(value, { maximumFractionDigits: 1 })} m/s`;
  return (
    <div className="surveys-controls">
      <PanoramasOnMap />
      <PhotosOnMap />
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {shown.length > 0 && (
        <>
          <Select
            label={t('look')}
            value={look}
            onChange={(value) => tracks.setLook(value as TrackLook)}
            options={TRACK_LOOKS.map((value) => ({ value, title: t(`look.${value}`) }))}
          />
          {range && (
            <p className="surveys-ramp g-figures">
              <span>{printed(range[0])}</span>
              <span
                className="surveys-colours"
                style={{ background: `linear-gradient(90deg, ${RAMP.join(',')})` }}
              />
              <span>{printed(range[1])}</span>
            </p>
          )}
          {look === 'quality' && (
            <ul className="surveys-qualities">
              {Object.entries(QUALITIES).map(([quality, colour]) => (
                <li key={quality}>
                  <span className="surveys-dot" style={{ background: colour }} />
                  {t(`quality.${quality}`)}
                </li>
              ))}
              <li>
                <span className="surveys-dot" style={{ background: '#8a8f98' }} />
                {t('quality.unknown')}
              </li>
            </ul>
          )}
          {span && (
            <>
              <Slider
                label={t('time')}
                hideOutput
                value={time ?? span[0]}
                minValue={span[0]}
                maxValue={span[1]}
                step={Math.max(0.1, (span[1] - span[0]) / 2000)}
                onChange={(value) => tracks.setTime(value)}
              />
              <p className="g-figures g-muted">
                {i18n.date(new Date((time ?? span[0]) * 1000).toISOString(), {
                  dateStyle: 'medium',
                  timeStyle: 'medium',
                })}
              </p>
            </>
          )}
        </>
      )}
    </div>
  );
});

const dateOf = (seconds: number) => new Date(seconds * 1000);
const sameDay = (from: number, to: number) => dateOf(from).toDateString() === dateOf(to).toDateString();

const PhotosOnMap = observer(function PhotosOnMap() {
  const t = useTranslate('surveys');
  const photos = useService(PHOTOS_ON_MAP);
  const projects = useService(PROJECTS);
  const projectId = useObservable(projects.current$, projects.current)?.project.id;
  if (projectId === undefined) return null;
  return (
    <Switch
      isSelected={photos.isShown(projectId)}
      onChange={(isOn) => (isOn ? void photos.show(projectId) : photos.hide())}
    >
      {t('photos.on-map')}
    </Switch>
  );
});

/** Absent for people who may not see panoramas. */
function PanoramasOnMap() {
  const host = useService(HOST);
  const isThere = host.current('viewers').some(({ viewer }) => viewer === 'panorama');
  return isThere ? <OnMapSwitch /> : null;
}

function OnMapSwitch() {
  const t = useTranslate('surveys');
  const host = useService(HOST);
  const run = useRunCommand();
  const [stage, setStage] = useState<PanoramaStage>();
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    let mounted = true;
    // Without it the switch stays off; its command says why.
    host.service<PanoramaStage>('panorama', 'panorama.Stage').then(
      (found) => mounted && setStage(found),
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [host]);
  useEffect(() => {
    const following = stage?.onMaps$.subscribe(setOn);
    return () => following?.unsubscribe();
  }, [stage]);
  return (
    <Switch isSelected={isOn} onChange={() => void run('panorama.on-maps')}>
      {t('panoramas.on-map')}
    </Switch>
  );
}
