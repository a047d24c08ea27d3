import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { Survey } from '#core/protocol';
import { Button, NumberField, Slider, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { LISTED, SURVEY_DESK } from '../model/survey-desk.ts';
import { TRACKS } from '../model/tracks-on-maps.ts';

/** Seconds that the slider reaches; more can be typed. */
const REACH = 60;

/** Tries other times of the pictures on the map, before they are placed anew. */
export const ClockShift = observer(function ClockShift({ survey }: { survey: Survey }) {
  const t = useTranslate('surveys');
  const i18n = useI18n();
  const desk = useService(SURVEY_DESK);
  const tracks = useService(TRACKS);
  const toasts = useService(TOASTS);
  const [shift, setShift] = useState<number>();
  const { id, clockShift } = survey;
  const times = desk.timesOf(survey);
  const timed = times.length;
  useEffect(() => {
    void desk.showPanoramas(id);
    void desk.showDocuments(id);
  }, [desk, id]);
  useEffect(() => () => tracks.tryShift(id, [], undefined), [tracks, id]);
  if (timed === 0) return <p className="g-muted">{t('shift.none')}</p>;
  const current = shift ?? clockShift;
  const change = (seconds: number) => {
    setShift(seconds);
    // Their times have the present shift in them.
    tracks.tryShift(id, times, seconds - clockShift);
  };
  const forget = () => {
    setShift(undefined);
    tracks.tryShift(id, [], undefined);
  };
  const save = async () => {
    try {
      await desk.change(survey, { clockShift: current });
      forget();
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  return (
    <div className="surveys-shift">
      <Slider
        label={t('shift')}
        hideLabel
        hideOutput
        value={Math.max(-REACH, Math.min(REACH, current))}
        minValue={-REACH}
        maxValue={REACH}
        step={0.1}
        onChange={(value) => change(value)}
      />
      <NumberField
        label={t('shift.seconds')}
        value={current}
        onChange={(seconds) => seconds !== undefined && change(seconds)}
        unit="s"
        min={-86_400}
        max={86_400}
        step={0.1}
        digits={3}
      />
      <p className="g-muted g-figures">
        {tracks.tried
          ? t('shift.tried', { placed: i18n.number(tracks.tried.length), count: i18n.number(timed) })
          : t('shift.help')}
        {desk.hasMore(id) && ` ${t('shift.more', { most: i18n.number(LISTED) })}`}
      </p>
      {shift !== undefined && shift !== clockShift && (
        <div className="surveys-actions">
          <Button variant="primary" onPress={() => void save()}>
            {t('shift.save')}
          </Button>
          <Button variant="quiet" onPress={forget}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </div>
  );
});
