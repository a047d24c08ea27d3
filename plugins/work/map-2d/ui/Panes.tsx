import type { Contribution } from '#core/plugin';
import { Contributed, useObservable, useService } from '#core/react';
import { LAYOUT } from '../api.ts';

type Viewer = Contribution<'viewers'>;

/** One viewer alone, or the flat map and another one side by side. */
export function Panes({ viewers, alone }: { viewers: readonly Viewer[]; alone: Viewer }) {
  const layout = useService(LAYOUT);
  const share = useObservable(layout.share$, layout.share);
  const shown = share === undefined ? [alone] : pairOf(viewers, alone);
  const width = (viewer: Viewer) => {
    if (share === undefined) return undefined;
    return { inlineSize: `${(viewer.viewer === '2d' ? share : 1 - share) * 100}%` };
  };
  // Keyed: an open map keeps its state when the other one is added.
  return shown.map((viewer) => (
    <div key={viewer.id} className={`map2d-pane map2d-pane-${viewer.viewer}`} style={width(viewer)}>
      <Contributed contribution={viewer} />
    </div>
  ));
}

/** The flat map beside the viewer of the address; beside the flat map itself, the first other one: the globe. */
function pairOf(viewers: readonly Viewer[], alone: Viewer): readonly Viewer[] {
  const beside = alone.viewer === '2d' ? viewers.find(({ viewer }) => viewer !== '2d') : alone;
  return viewers.filter((viewer) => viewer.viewer === '2d' || viewer === beside);
}
