import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import type { Survey, TrackSummary } from '#core/protocol';
import { Button, Icon, IconButton, useI18n, usePrinter, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { SURVEY_DESK } from '../model/survey-desk.ts';
import { TRACKS } from '../model/tracks-on-maps.ts';

/** Names of trajectories whose times are seconds of a week. */
const SBET = /\.(sbet|out)$/i;

/** Faults that are listed; more are counted. */
const LISTED = 5;

/** A track: its positions and times; while it is shown its length, speed, gaps and jumps. */
export const TrackRow = observer(function TrackRow({
  survey,
  track,
  mayWrite,
}: {
  survey: Survey;
  track: TrackSummary;
  mayWrite: boolean;
}) {
  const t = useTranslate('surveys');
  const i18n = useI18n();
  const print = usePrinter();
  const desk = useService(SURVEY_DESK);
  const tracks = useService(TRACKS);
  const toasts = useService(TOASTS);
  const shown = tracks.tracks.find(({ id }) => id === track.id);
  /** The day once, where both are on the same. */
  const span = (from: string, to: string) => {
    const whole = { dateStyle: 'short', timeStyle: 'medium' } as const;
    const isOneDay = new Date(from).toDateString() === new Date(to).toDateString();
    return `${i18n.date(from, whole)} – ${i18n.date(to, isOneDay ? { timeStyle: 'medium' } : whole)}`;
  };
  const durationOf = (seconds: number) => {
    const [value, unit] = seconds < 120 ? [seconds, 'second'] : [seconds / 60, 'minute'];
    return i18n.number(Math.round(value), { style: 'unit', unit });
  };
  const remove = async () => {
    try {
      await desk.removeTrack(survey, track.id);
      if (tracks.isShown(survey.id)) await tracks.show(survey.id);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  return (
    <li className="surveys-track">
      <div className="surveys-head">
        <span className="surveys-name">{track.name}</span>
        {mayWrite && (
          <IconButton
            size="s"
            label={t('track.delete', { name: track.name })}
            icon={<Icon name="delete" />}
            onPress={() => void remove()}
          />
        )}
      </div>
      <p className="g-muted g-figures">
        {t('track.positions', { count: track.count, positions: i18n.number(track.count) })}
        {track.startedAt
          ? ` · ${span(track.startedAt, track.endedAt ?? track.startedAt)}`
          : ` · ${t('track.no-times')}`}
      </p>
      {track.heightsAssumed && <p className="g-muted">{t('track.heights')}</p>}
      {!track.startedAt && survey.surveyedOn === null && SBET.test(track.fileName) && (
        <p className="g-muted">{t('track.no-day')}</p>
      )}
      {shown && (
        <>
          <p className="g-figures">
            {print.length(shown.figures.metres)}
            {shown.figures.seconds !== undefined && ` · ${durationOf(shown.figures.seconds)}`}
          </p>
          {shown.figures.faults.slice(0, LISTED).map((fault) => (
            <Button
              key={`${fault.kind} ${fault.at}`}
              size="s"
              variant="quiet"
              onPress={() => tracks.flyToFault(shown, fault.at)}
            >
              {t(`fault.${fault.kind}${fault.seconds === undefined ? '.untimed' : ''}`, {
                seconds: i18n.number(Math.round(fault.seconds ?? 0)),
                metres: i18n.number(Math.round(fault.metres)),
              })}
            </Button>
          ))}
          {shown.figures.faults.length > LISTED && (
            <p className="g-muted">{t('fault.more', { count: shown.figures.faults.length - LISTED })}</p>
          )}
        </>
      )}
    </li>
  );
});
