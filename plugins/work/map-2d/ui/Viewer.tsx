import { useService } from '#core/react';
import { OPEN_MAP } from '../model/open-map.ts';
import { Frame } from './Frame.tsx';

/** The flat map. */
export function Viewer() {
  return <Frame open={useService(OPEN_MAP)} />;
}
