import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { PASTE } from '../model/paste.ts';

const PasteBox = onDemand(() => import('./PasteBox.tsx'));

/** Shown when something is pasted. */
export const PasteDialog = observer(function PasteDialog() {
  const paste = useService(PASTE);
  return paste.isOpen ? <PasteBox paste={paste} onLoadError={() => paste.close()} /> : null;
});
