import { ContainerModule, type ResolutionContext } from 'inversify';
import type { MapObject } from '#core/document';
import { I18N } from '#core/i18n';
import { PROJECTS } from '#core/project';
import { SETTINGS } from '#core/settings';
import { LAYERS } from '#plugins/layers/api';
import { SELECTION } from '#plugins/selection/api';
import { AlongSession } from './map/along-session.ts';
import { ReshapeSession } from './map/reshape-session.ts';
import { wholeCommand, type WholeKind } from './model/commands.ts';
import { ReshapeForm } from './model/form.ts';
import type { ReshapeKind } from './model/reshapes.ts';
import { FORM } from './model/tokens.ts';
import { ReshapePopup } from './ui/ReshapePopup.tsx';

const KINDS: readonly ReshapeKind[] = ['offset', 'simplify', 'smooth'];
const WHOLES: readonly WholeKind[] = ['reverse', 'explode', 'fill'];

export default new ContainerModule(({ bind }) => {
  bind(FORM)
    .toDynamicValue(() => new ReshapeForm())
    .inSingletonScope();
  for (const kind of KINDS)
    bind(`reshape-2d.${kind}`).toDynamicValue((services) => ({
      start: (context: ConstructorParameters<typeof ReshapeSession>[1]) =>
        new ReshapeSession(kind, context, {
          form: services.get(FORM),
          selection: services.get(SELECTION),
          isLocked: lockedLayers(services),
          settings: services.get(SETTINGS),
        }),
    }));
  bind('reshape-2d.along').toDynamicValue((services) => ({
    start: (context: ConstructorParameters<typeof AlongSession>[0]) =>
      new AlongSession(context, {
        selection: services.get(SELECTION),
        isSpared: sparedLayers(services),
        settings: services.get(SETTINGS),
        i18n: services.get(I18N),
      }),
  }));
  for (const kind of WHOLES)
    bind(`reshape-2d.${kind}`).toDynamicValue((services) =>
      wholeCommand(kind, services.get(PROJECTS), services.get(SELECTION), lockedLayers(services)),
    );
  bind('reshape-2d.Popup').toConstantValue(ReshapePopup);
});

/** Objects on locked layers stay as they are; without the layers plugin nothing is locked. */
function lockedLayers(services: ResolutionContext): (object: MapObject) => boolean {
  const layers = services.get(LAYERS, { optional: true });
  return ({ typeName }) => layers?.stateOf(typeName)?.locked === true;
}

/** What is not seen is not changed either by a path that happens to cross it. */
function sparedLayers(services: ResolutionContext): (object: MapObject) => boolean {
  const layers = services.get(LAYERS, { optional: true });
  return ({ typeName }) => {
    const layer = layers?.stateOf(typeName);
    return layer !== undefined && (layer.locked || !layer.visible);
  };
}
