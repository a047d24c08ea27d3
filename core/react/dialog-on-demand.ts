import type { ServiceIdentifier } from 'inversify';
import { observer } from 'mobx-react-lite';
import { createElement, type ComponentType, type FunctionComponent } from 'react';
import { onDemand } from './on-demand.ts';
import { useService } from './services.tsx';

/** What opens and closes a dialog; observable with MobX. */
export interface DialogModel {
  readonly isOpen: boolean;
  close(): void;
  /** Called instead of `close` if the code of the dialog cannot be loaded, after the person was notified. */
  loadFailed?(): void;
}

/**
 * A dialog of a plugin, shown while its model is open; its code is loaded when the model first opens. If it cannot be
 * loaded, `loadFailed` of the model is called, or it is closed.
 */
export function dialogOnDemand<M extends DialogModel>(
  token: ServiceIdentifier<M>,
  load: () => Promise<{ default: ComponentType }>,
): FunctionComponent {
  const Dialog = onDemand(load);
  return observer(function DialogOnDemand() {
    const model = useService(token);
    return model.isOpen
      ? createElement(Dialog, { onLoadError: () => (model.loadFailed ?? model.close).call(model) })
      : null;
  });
}
