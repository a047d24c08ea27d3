import { observer } from 'mobx-react-lite';
import { Button, Slider, useService, useTranslate } from '#core/react';
import { UNDERGROUND } from '../model/underground.ts';
import './opacity.css';

/** Highest opacity of a transparent ground; at 1 it would be opaque. */
const MAX_OPACITY = 0.9;

/** The opacity of the ground while it is transparent. */
export const Opacity = observer(function Opacity() {
  const t = useTranslate('globe-views');
  const underground = useService(UNDERGROUND);
  const { opacity } = underground;
  if (opacity === 1) return null;
  return (
    <section className="underground" aria-label={t('underground.title')}>
      <Slider
        label={t('opacity')}
        minValue={0}
        maxValue={MAX_OPACITY}
        step={0.05}
        formatOptions={{ style: 'percent' }}
        value={opacity}
        onChange={(next) => underground.set(next)}
      />
      <Button size="s" onPress={() => underground.toggle()}>
        {t('close')}
      </Button>
    </section>
  );
});
