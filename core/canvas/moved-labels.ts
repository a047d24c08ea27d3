import type { LabelStyle } from '#core/protocol';
import { movedLabel, type Leader } from '#core/styles';
import type { ThemeColours } from './theme.ts';

/** Places and draws labels that were moved by hand, which few maps have: viewers may load it when it is needed. */
export interface MovedLabels {
  readonly place: typeof movedLabel;
  drawLeader(
    context: CanvasRenderingContext2D,
    leader: Leader,
    labels: LabelStyle,
    colours: ThemeColours,
  ): void;
}

export const MOVED_LABELS: MovedLabels = {
  place: movedLabel,
  drawLeader(context, [fromX, fromY, toX, toY], { leader, colour, halo }, colours) {
    context.lineCap = 'round';
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    for (const [stroke, width] of [
      [halo?.colour ?? colours.background, 3],
      [leader?.colour ?? colour ?? colours.text, 1],
    ] as const) {
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.stroke();
    }
  },
};
