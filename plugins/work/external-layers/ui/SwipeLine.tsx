import { observer } from 'mobx-react-lite';
import { Icon, useI18n, useTranslate } from '#core/react';
import type { Comparison } from '../model/comparison.ts';
import { useDragged } from './useDragged.ts';

/** Two arrows away from a line. */
export const SWIPE = { path: 'M12 3v18M8 8l-4 4 4 4M16 8l4 4-4 4' };
/** How far a key moves the line, as a share of the width. */
const STEP = 0.02;

/** The line that divides the map: dragged, or moved with the arrow keys. */
export const SwipeLine = observer(function SwipeLine({
  comparison,
  width,
}: {
  comparison: Comparison;
  width: number;
}) {
  const t = useTranslate('external-layers');
  const i18n = useI18n();
  const { share } = comparison;
  const drag = useDragged(([x]) => comparison.moveLine(share + x / Math.max(1, width)));
  return (
    <div className="ext-swipe" style={{ insetInlineStart: `${share * 100}%` }}>
      <div
        className="ext-compare-knob"
        role="slider"
        tabIndex={0}
        aria-label={t('compare.line')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={i18n.number(share, { style: 'percent' })}
        data-keep-clear
        {...drag}
        onKeyDown={(event) => {
          const to = movedTo(event.key, share);
          if (event.key === 'Escape') comparison.end();
          else if (to === undefined) return;
          else comparison.moveLine(to);
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Icon name={SWIPE} />
      </div>
    </div>
  );
});

function movedTo(key: string, share: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return share - STEP;
    case 'ArrowRight':
    case 'ArrowUp':
      return share + STEP;
    case 'Home':
      return 0;
    case 'End':
      return 1;
    default:
      return undefined;
  }
}
