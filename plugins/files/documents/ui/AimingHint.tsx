import { Button, useObservable, useService, useTranslate } from '#core/react';
import { PHOTO_LAYER } from '../model/photo-layer.ts';

/** What to click while a photo is placed on the map. */
export function AimingHint() {
  const t = useTranslate('documents');
  const layer = useService(PHOTO_LAYER);
  const aiming = useObservable(layer.aiming$, layer.aiming);
  if (!aiming) return null;
  return (
    <div className="doc-aiming" role="status">
      <p>
        {aiming.photo
          ? t(aiming.position ? 'aim.direction' : 'aim.position', { name: aiming.photo.name })
          : t('aim.place')}
      </p>
      <Button size="s" onPress={() => layer.stopAiming()}>
        {t('aim.stop')}
      </Button>
    </div>
  );
}
