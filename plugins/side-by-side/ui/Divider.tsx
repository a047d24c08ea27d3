import { useEffect, type KeyboardEvent, type PointerEvent } from 'react';
import {
  Icon,
  IconButton,
  NARROW,
  useMedia,
  useObservable,
  useService,
  useTranslate,
  whileDragged,
} from '#core/react';
import { LAYOUT, type WorkspaceLayout } from '#plugins/map-2d/api';
import './divider.css';

/** Each map keeps at least so much of the width; an arrow key moves the line so far. */
const LEAST = 0.15;
const STEP = 0.02;

/** The line between the two maps. */
export function Divider() {
  const layout = useService(LAYOUT);
  const share = useObservable(layout.share$, layout.share);
  const narrow = useMedia(NARROW);
  // A window that has become too narrow shows one map again.
  useEffect(() => {
    if (narrow) layout.divide(undefined);
  }, [narrow, layout]);
  return share === undefined ? null : <Line layout={layout} share={share} />;
}

function Line({ layout, share }: { layout: WorkspaceLayout; share: number }) {
  const t = useTranslate('side-by-side');
  const put = (next: number) => layout.divide(Math.max(LEAST, Math.min(1 - LEAST, next)));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.parentElement!.getBoundingClientRect();
    whileDragged(event, (moved) => put((moved.clientX - left) / width));
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    put(share + by);
  };
  return (
    <>
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('divider')}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={LEAST * 100}
        aria-valuemax={100 - LEAST * 100}
        className="side-divider"
        style={{ insetInlineStart: `${share * 100}%` }}
        onPointerDown={drag}
        onKeyDown={press}
      />
      <div className="side-close" style={{ insetInlineStart: `${share * 100}%` }}>
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
