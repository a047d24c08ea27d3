import { InventoryPanel } from './InventoryPanel.tsx';

/** What `npm run stories` shows: a component of the plugin, with objects that are not real. */
export default { component: InventoryPanel };

export const Inventory = {};
