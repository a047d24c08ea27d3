import type { Contribution } from '#core/plugin';
import { Contributed, useObservable, useService } from '#core/react';
import { LAYOUT } from '../api.ts';

type Viewer = Contribution<'viewers'>;

/** One map alone, or the flat map and the globe side by side. */
export function Panes({ viewers, alone }: { viewers: readonly Viewer[]; alone: Viewer }) {
  const layout = useService(LAYOUT);
  const share = useObservable(layout.share$, layout.share);
  const shown = share === undefined ? [alone] : viewers;
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
