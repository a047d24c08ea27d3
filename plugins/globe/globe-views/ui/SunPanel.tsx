import { observer } from 'mobx-react-lite';
import {
  Button,
  DateField,
  Select,
  Slider,
  Switch,
  useObservable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { GLOBES, type GlobeMap } from '#plugins/globe/map-3d/api';
import { aheadOf, CLOCKS, DAY_MINUTES, instantOf, printOffset, printTime, read } from '../model/clock.ts';
import { SUNLIGHT } from '../model/sunlight.ts';
import { SunPlace } from './SunPlace.tsx';
import './sun.css';

/** Step of the slider, in minutes. */
const STEP = 5;

/** Sets the time of day for the sun, and shows its position. */
export default function SunPanel() {
  const globes = useService(GLOBES);
  const globe = useObservable(globes.current$, globes.current);
  return globe ? <OnGlobe globe={globe} /> : null;
}

const OnGlobe = observer(function OnGlobe({ globe }: { globe: GlobeMap }) {
  const t = useTranslate('globe-views');
  const sunlight = useService(SUNLIGHT);
  const { center } = useObservable(globe.camera$, globe.camera);
  const [quality] = useSetting('quality3D');
  const { on, instant, clock } = sunlight;
  const longitude = center[0];
  const { day, minutes } = read(clock, instant, longitude);
  const put = (change: { day?: string; minutes?: number }) =>
    sunlight.set({ on: true, instant: instantOf(clock, { day, minutes, ...change }, longitude) });
  return (
    <div className="sun">
      <Switch isSelected={on} onChange={(now) => sunlight.set({ on: now })} description={t('on.help')}>
        {t('on')}
      </Switch>
      <DateField label={t('day')} value={day} onChange={(next) => next && put({ day: next })} />
      <Slider
        label={t('time', { time: printTime(minutes) })}
        hideOutput
        minValue={0}
        maxValue={DAY_MINUTES - STEP}
        step={STEP}
        value={minutes}
        onChange={(next) => put({ minutes: next })}
      />
      <Select
        label={t('clock')}
        value={clock}
        onChange={(next) => sunlight.set({ clock: next as typeof clock })}
        options={CLOCKS.map((one) => ({
          value: one,
          title: t(`clock.${one}`, { offset: printOffset(aheadOf(one, instant, longitude)) }),
        }))}
      />
      <SunPlace instant={instant} place={center} />
      {on && quality === 'fast' && <p className="g-muted">{t('coarse')}</p>}
      <Button onPress={() => sunlight.set({ on: true, instant: Date.now() })}>{t('now')}</Button>
    </div>
  );
});
