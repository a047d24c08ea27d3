import { useEffect } from 'react';
import {
  Icon,
  IconButton,
  NARROW,
  Splitter,
  useMedia,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { LAYOUT, type WorkspaceLayout } from '#plugins/work/map-2d/api';
import './divider.css';

/** Least width of each map, and the step of an arrow key, in per cent. */
const MIN_WIDTH = 15;
const STEP = 2;

/** The splitter between the two maps. */
export function Divider() {
  const layout = useService(LAYOUT);
  const share = useObservable(layout.share$, layout.share);
  const narrow = useMedia(NARROW);
  // A window that has become too narrow shows one map again.
  useEffect(() => {
    if (narrow) layout.divide(undefined);
  }, [narrow, layout]);
  return share === undefined ? null : <Line layout={layout} share={share * 100} />;
}

function Line({ layout, share }: { layout: WorkspaceLayout; share: number }) {
  const t = useTranslate('side-by-side');
  const insetInlineStart = `${share}%`;
  return (
    <>
      <Splitter
        className="side-divider"
        label={t('divider')}
        orientation="vertical"
        value={share}
        min={MIN_WIDTH}
        max={100 - MIN_WIDTH}
        step={STEP}
        perPixel={(line) => 100 / line.parentElement!.clientWidth}
        onChange={(next) => layout.divide(next / 100)}
        style={{ insetInlineStart }}
      />
      <div className="side-close" style={{ insetInlineStart }}>
        <IconButton
          size="s"
          label={t('close')}
          keys="Shift+J"
          icon={<Icon name="close" />}
          onPress={() => layout.divide(undefined)}
        />
      </div>
    </>
  );
}
