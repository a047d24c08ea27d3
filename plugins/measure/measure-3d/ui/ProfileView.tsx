import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { METRES, printPlain } from '#core/geodesy';
import { withMinus } from '#core/kernel';
import { Button, downloadText, useI18n, usePrinter, useService, useSetting, useTranslate } from '#core/react';
import { chartOf, LEFT, pathOf } from '../model/chart.ts';
import { csvOf, wayOf, type Profile } from '../model/profile.ts';
import { SPACE_MEASURES } from '../model/measures.ts';
import { savePicture } from './save-picture.ts';
import './ProfileView.css';

const [WIDTH, HEIGHT] = [320, 180];

/**
 * A profile chart: the ground, the line's vertices, objects above and below. The pointed position is marked on the
 * globe.
 */
export const ProfileView = observer(function ProfileView({ profile }: { profile: Profile }) {
  const t = useTranslate('measure-3d');
  const { language } = useI18n();
  const measures = useService(SPACE_MEASURES);
  const drawn = useRef<SVGSVGElement>(null);
  const printer = usePrinter();
  const [{ lengthUnit }] = useSetting('units');
  const unit = METRES[lengthUnit];
  const chart = chartOf(profile, WIDTH, HEIGHT, unit);
  if (!chart) return <p className="g-muted">{t('profile.none')}</p>;
  const places = wayOf(profile);
  const at = places.findIndex(
    ({ place }) => place[0] === measures.pointed?.[0] && place[1] === measures.pointed[1],
  );
  const marked = places[at];
  const point = (index: number): void =>
    measures.point(places[Math.max(0, Math.min(places.length - 1, index))]!.standing);
  const hover = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * WIDTH;
    const away = places.map(({ distance }) => Math.abs(chart.x(distance) - x));
    point(away.indexOf(Math.min(...away)));
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    point(at < 0 ? 0 : at + by * (event.shiftKey ? 10 : 1));
  };
  const print = (value: number, digits: number): string => withMinus(printPlain(value, digits, language));
  const label = marked
    ? t('profile.here', {
        distance: printer.length(marked.distance),
        height: marked.height === undefined ? '–' : printer.length(marked.height),
      })
    : t('profile.scale', { unit: lengthUnit, times: print(chart.exaggeration, 1) });
  return (
    <figure className="profile">
      <svg
        ref={drawn}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('profile.label')}
        tabIndex={0}
        onPointerMove={hover}
        onPointerLeave={() => measures.point(undefined)}
        onBlur={() => measures.point(undefined)}
        onKeyDown={step}
      >
        {chart.heights.at.map((height) => (
          <g key={height} className="profile-grid">
            <line x1={LEFT} x2={WIDTH} y1={chart.y(height)} y2={chart.y(height)} />
            <text x={LEFT - 4} y={chart.y(height) + 3} textAnchor="end">
              {print(height / unit, chart.heights.digits)}
            </text>
          </g>
        ))}
        {chart.distances.at.map((distance) => (
          <text
            key={distance}
            className="profile-way"
            x={chart.x(distance)}
            y={HEIGHT - 6}
            textAnchor="middle"
          >
            {print(distance / unit, chart.distances.digits)}
          </text>
        ))}
        <path className="profile-ground" d={pathOf(profile.ground, chart)} />
        <path className="profile-line" d={pathOf(profile.line, chart)} />
        {profile.objects.map(({ id, distance, height }, i) => (
          <circle
            key={`${id} ${i}`}
            className="profile-object"
            r="3"
            cx={chart.x(distance)}
            cy={chart.y(height)}
          />
        ))}
        {marked && marked.height !== undefined && (
          <circle className="profile-mark" r="4" cx={chart.x(marked.distance)} cy={chart.y(marked.height)} />
        )}
      </svg>
      <figcaption aria-live="polite">{label}</figcaption>
      <div className="profile-actions">
        <Button size="s" onPress={() => downloadText('profile.csv', csvOf(profile))}>
          {t('profile.csv')}
        </Button>
        <Button size="s" onPress={() => drawn.current && savePicture(drawn.current, 'profile.png')}>
          {t('profile.png')}
        </Button>
      </div>
    </figure>
  );
});
