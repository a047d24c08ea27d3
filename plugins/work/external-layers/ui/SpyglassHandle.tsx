import { observer } from 'mobx-react-lite';
import type { Pixel } from '#core/mapview';
import { Icon, useTranslate } from '#core/react';
import type { Comparison } from '../model/comparison.ts';
import { useDragged } from './useDragged.ts';

/** CSS pixels by which a key moves the spyglass, and makes it larger or smaller. */
const STEP = 20;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const SIZES: Readonly<Record<string, number>> = { '+': STEP, '-': -STEP };

/** The rim of the spyglass, with a handle for fingers and keys: arrows move it, + and − change its size. */
export const SpyglassHandle = observer(function SpyglassHandle({
  comparison,
  size: [width, height],
}: {
  comparison: Comparison;
  size: Pixel;
}) {
  const t = useTranslate('external-layers');
  const { middle, radius } = comparison;
  const move = ([right, down]: readonly [number, number]) =>
    comparison.moveSpyglass([middle[0] + right / Math.max(1, width), middle[1] + down / Math.max(1, height)]);
  const drag = useDragged(move);
  return (
    <div
      className="ext-spyglass"
      style={{
        insetInlineStart: middle[0] * width - radius,
        insetBlockStart: middle[1] * height - radius,
        inlineSize: 2 * radius,
        blockSize: 2 * radius,
      }}
    >
      <button
        type="button"
        className="ext-compare-knob"
        aria-label={t('compare.handle')}
        title={t('compare.handle')}
        data-keep-clear
        {...drag}
        onKeyDown={(event) => {
          const [step, grown] = [ARROWS[event.key], SIZES[event.key]];
          if (step) move(step);
          else if (grown !== undefined) comparison.setRadius(radius + grown);
          else if (event.key === 'Escape') comparison.end();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Icon name="move" />
      </button>
    </div>
  );
});
