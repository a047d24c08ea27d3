import { ContainerModule } from 'inversify';
import type { Command } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { SELECTION } from '#plugins/work/selection/api';
import { idsOfType } from './counting.ts';
import { InventoryPanel } from './InventoryPanel.tsx';
import './inventory.css';

/** Binds every service that the manifest names, like `plugin.ts` of a plugin of Groma. */
export default new ContainerModule(({ bind }) => {
  bind('example-inventory.Panel').toConstantValue(InventoryPanel);
  bind('example-inventory.same-type').toDynamicValue((services): Command => {
    const [projects, selection] = [services.get(PROJECTS), services.get(SELECTION)];
    const typeOfFirst = () => selection.typeOf(selection.ids[0] ?? '');
    return {
      disabled: () => (typeOfFirst() === undefined ? 'nothing-selected' : undefined),
      changes$: selection.ids$,
      run: () => {
        const type = typeOfFirst();
        if (type !== undefined && projects.current)
          selection.set(idsOfType(projects.current.document.values(), type));
      },
    };
  });
});

/** Called when the plugin is switched off: ends what was begun outside of components and services. */
export function dispose(): void {}
