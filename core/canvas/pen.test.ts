import { describe, expect, it } from 'vitest';
import type { Pixel, SketchLabel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { themeColours } from './theme.ts';
import { Pen } from './pen.ts';

/** A pen for which a degree is a pixel and a character 8 pixels wide. */
class FlatPen extends Pen {
  protected toCanvas([x, y]: Position): Pixel {
    return [x, y];
  }
  protected paint(): void {}
  protected useBrush(): void {}
}

function written(...labels: SketchLabel[]): string[] {
  return placed(...labels).map(([text]) => text);
}
function placed(...labels: SketchLabel[]): [text: string, x: number, y: number][] {
  const texts: [string, number, number][] = [];
  const context = {
    setLineDash: () => undefined,
    measureText: (text: string) => ({ width: text.length * 8 }),
    strokeText: () => undefined,
    fillText: (text: string, x: number, y: number) => texts.push([text, x, y]),
  };
  const pen = new FlatPen(context as never, 1, themeColours('light'));
  pen.draw({ previews: [], highlights: [], sketches: [{ shapes: [], labels }], cursor: undefined });
  return texts;
}

describe('The pen of the overlay', () => {
  it('labels a segment only where the segment and its handles stay visible', () => {
    // Five characters are 40 pixels; 24 more must remain visible.
    const on = (length: number): SketchLabel => ({
      position: [0, 0],
      text: '100 m',
      on: [
        [0, 0],
        [0, length],
      ],
    });
    expect(written(on(64))).toEqual(['100 m']);
    expect(written(on(63))).toEqual([]);
    expect(written({ position: [0, 0], text: '12 ha' })).toEqual(['12 ha']);
  });

  it('places a label that must be shown to the right of a segment that is too short for it', () => {
    const on = (length: number): SketchLabel => ({
      position: [length / 2, 7],
      text: '100 m',
      on: [
        [0, 7],
        [length, 7],
      ],
      aside: true,
    });
    expect(placed(on(64))).toEqual([['100 m', 32, 7]]);
    expect(placed(on(20))).toEqual([['100 m', 20 + 12, 7]]);
  });
});
