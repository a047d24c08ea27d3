import { ContainerModule } from 'inversify';
import { AppError } from '#core/kernel';
import { I18N } from '#core/i18n';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import type { Tool } from '#core/tools';
import { GLOBES, GROUND } from '#plugins/globe/map-3d/api';
import { WalkSession } from './model/walk-session.ts';

declare module '#core/settings' {
  interface SettingValues {
    /** Eye height of the walker, metres. */
    eyeHeight3D: number;
  }
}

export default new ContainerModule(({ bind }) => {
  bind('walk.walk').toDynamicValue((services): Tool => ({
    start(context) {
      const globe = services.get(GLOBES).current;
      if (!globe) throw new AppError('no-globe', services.get(I18N).t('walk:no-globe'));
      return new WalkSession(context, globe.outlook, services.get(SETTINGS), services.get(GROUND));
    },
  }));
  bind('walk.Pad').toConstantValue(onDemand(() => import('./ui/Pad.tsx')));
});
