import { Button, Slider, useObservable, useService, useTranslate } from '#core/react';
import { UNDERGROUND } from '../model/underground.ts';
import './opacity.css';

/** Most that is left of a ground that is seen through: with all of it, it would not be. */
const MOST = 0.9;

/** How much of the ground is seen, while it is seen through. */
export function Opacity() {
  const t = useTranslate('underground-3d');
  const underground = useService(UNDERGROUND);
  const opacity = useObservable(underground.opacity$, underground.opacity);
  if (opacity === 1) return null;
  return (
    <section className="underground" aria-label={t('title')}>
      <Slider
        label={t('opacity')}
        minValue={0}
        maxValue={MOST}
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
}
