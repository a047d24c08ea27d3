import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
import { useNavigate } from 'react-router-dom';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import {
  Button,
  Icon,
  IconButton,
  NARROW,
  ProgressBar,
  useI18n,
  useMedia,
  useObservable,
  useRunCommand,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { fullCircle, printAngle } from '#core/geodesy';
import { LAYOUT } from '#plugins/work/map-2d/api';
import type { PanoramaView } from '../api.ts';
import { PROJECT_PANORAMAS } from '../model/stage.ts';
import { WALK } from '../model/walk.ts';
import './panorama.css';

/** Which panorama is seen, in which direction, and the way to the next one. */
export const WalkBar = observer(function WalkBar() {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const stage = useService(PROJECT_PANORAMAS);
  const walk = useService(WALK);
  const place = useObservable(stage.current$, stage.current);
  const places = useObservable(stage.places$, stage.places);
  const run = useRunCommand();
  const layout = useService(LAYOUT);
  const share = useObservable(layout.share$, layout.share);
  if (!place) return null;
  const { coming, outcome } = walk;
  const error = outcome?.place.id === place.id ? outcome.error : undefined;
  const number = places.findIndex(({ id }) => id === place.id) + 1;
  return (
    <div
      className="panorama-bar"
      data-keep-clear
      role="group"
      aria-label={t('walk')}
      // In the middle of the panorama, also with a map beside it.
      style={{ '--panorama-from': `${(share ?? 0) * 100}%` } as CSSProperties}
    >
      <IconButton
        label={t('previous')}
        keys="PageDown"
        icon={<Icon name={{ path: 'M15 5l-7 7 7 7' }} />}
        isDisabled={!stage.next(-1)}
        onPress={() => void run('panorama.previous')}
      />
      <div className="panorama-name">
        <strong>{place.name}</strong>
        <span className="g-muted g-figures">
          {t('number', { number: i18n.number(number), count: i18n.number(places.length) })}
          {place.takenAt && ` · ${i18n.date(place.takenAt, { dateStyle: 'medium', timeStyle: 'medium' })}`}
        </span>
        {coming && <ProgressBar label={t('loading')} value={undefined} />}
        {error === 'unready' && <span className="g-error">{t('unready')}</span>}
        {typeof error === 'object' && (
          <span className="g-error" role="alert">
            {error.reason}{' '}
            <Button size="s" variant="quiet" onPress={() => walk.retry$.next()}>
              {t('retry')}
            </Button>
          </span>
        )}
        {!error && place.heading === null && <span className="g-error">{t('unturned')}</span>}
        {!error && outcome?.lacksHeight && outcome.place.id === place.id && (
          <span className="g-muted">{t('no-height')}</span>
        )}
      </div>
      <Compass />
      <IconButton
        label={t('next')}
        keys="PageUp"
        icon={<Icon name={{ path: 'M9 5l7 7-7 7' }} />}
        isDisabled={!stage.next(1)}
        onPress={() => void run('panorama.next')}
      />
      <ToMap />
    </div>
  );
});

function Compass() {
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  const view = open.find(({ kind }) => kind === 'panorama') as PanoramaView | undefined;
  return view ? <Direction view={view} /> : null;
}

const NORTH = { heading: 0, pitch: 0, width: 90 };

function Direction({ view }: { view: PanoramaView }) {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const [unit] = useSetting('angleUnit');
  const digits = { degree: 1, gradian: 1, radian: 3, dms: 0 }[unit];
  const { heading } = useObservable(view.sight$, NORTH);
  const angle = printAngle(fullCircle(heading), unit, i18n.language, digits);
  return (
    <span className="panorama-compass g-figures" title={t('direction')}>
      <svg viewBox="-12 -12 24 24" width="22" height="22" aria-hidden="true">
        <g transform={`rotate(${-heading})`}>
          <path d="M0 -10 4 0H-4z" fill="var(--danger)" />
          <path d="M0 10 4 0H-4z" fill="var(--text-muted)" />
        </g>
      </svg>
      {angle}
    </span>
  );
}

/** The flat map: beside the panorama where there is room, else in its place. */
function ToMap() {
  const t = useTranslate('panorama');
  const layout = useService(LAYOUT);
  const stage = useService(PROJECT_PANORAMAS);
  const projects = useService(PROJECTS);
  const share = useObservable(layout.share$, layout.share);
  const navigate = useNavigate();
  const isNarrow = useMedia(NARROW);
  const press = () => {
    if (!isNarrow) {
      if (share === undefined) stage.showOnMaps(true);
      layout.divide(share === undefined ? 0.5 : undefined);
    } else if (projects.current) void navigate(`/draw/${projects.current.project.id}`);
  };
  return (
    <IconButton
      label={t(isNarrow ? 'to-2d' : 'map-beside')}
      icon={<Icon name="map" />}
      aria-pressed={isNarrow ? undefined : share !== undefined}
      onPress={press}
    />
  );
}
