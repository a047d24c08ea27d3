import { ContainerModule } from 'inversify';
import { API } from '#core/api';
import { I18N } from '#core/i18n';
import { PANELS, type Command } from '#core/plugin';
import { grants } from '#core/protocol';
import { onDemand } from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { CLOUD_STAGE, CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { ClipTool, type ClipKind } from './map/clip-tool.ts';
import { FaceTool } from './map/face-tool.ts';
import { keepOnTheCloud } from './map/on-the-cloud.ts';
import { CLIP_KEEPER, ClipKeeper } from './model/clip-keeper.ts';
import { CLOUD_CLIPS, CloudClips } from './model/cloud-clips.ts';
import { ClipBar } from './ui/ClipBar.tsx';

const KINDS: readonly ClipKind[] = ['box', 'polygon', 'slab'];

export default new ContainerModule(({ bind }) => {
  bind(CLOUD_CLIPS)
    .toDynamicValue((services) => {
      const clips = new CloudClips(services.get(CLOUD_STAGE), services.get(CLOUD_VIEWS));
      keepOnTheCloud(clips);
      return clips;
    })
    .inSingletonScope();
  bind(CLIP_KEEPER)
    .toDynamicValue((services) => {
      const session = services.get(SESSION);
      const mayWrite = () => grants(session.me?.authorizations ?? [], 'pointcloud.write');
      return new ClipKeeper(services.get(API), services.get(CLOUD_CLIPS), mayWrite);
    })
    .inSingletonScope();
  for (const kind of KINDS)
    bind(`cloud-clip.${kind}`).toDynamicValue(
      (services) =>
        new ClipTool(
          kind,
          services.get(CLOUD_CLIPS),
          services.get(CLOUD_VIEWS),
          services.get(PANELS),
          services.get(SETTINGS),
          services.get(I18N),
        ),
    );
  bind('cloud-clip.faces').toDynamicValue(
    (services) =>
      new FaceTool(
        services.get(CLOUD_CLIPS),
        services.get(CLOUD_VIEWS),
        services.get(PANELS),
        services.get(I18N),
      ),
  );
  bind('cloud-clip.all-off').toDynamicValue((services): Command => {
    const clips = services.get(CLOUD_CLIPS);
    return {
      run: () => clips.allOff(),
      disabled: () => (clips.on.length === 0 ? 'none-on' : undefined),
    };
  });
  for (const [name, steps] of [
    ['forwards', 1],
    ['backwards', -1],
  ] as const)
    // prettier-ignore
    bind(`cloud-clip.${name}`).toDynamicValue((services): Command => {
      const clips = services.get(CLOUD_CLIPS);
      return {
        run: () => clips.step(steps),
        disabled: () => (clips.section ? undefined : 'no-section'),
      };
    });
  bind('cloud-clip.Bar').toConstantValue(ClipBar);
  bind('cloud-clip.Panel').toConstantValue(onDemand(() => import('./ui/ClipsPanel.tsx')));
});
