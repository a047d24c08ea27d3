import { describe, expect, it } from 'vitest';
import type { Pixel, SketchLabel } from '#core/mapview';
import type { Position } from '#core/protocol';
import { inkOf } from './ink.ts';
import { Pen } from './pen.ts';

/** A pen on paper where a degree is a pixel, and a letter 8 pixels wide. */
class FlatPen extends Pen {
  protected at([x, y]: Position): Pixel {
    return [x, y];
  }
  protected paint(): void {}
  protected take(): void {}
}

function written(...labels: SketchLabel[]): string[] {
  const texts: string[] = [];
  const context = {
    setLineDash: () => undefined,
    measureText: (text: string) => ({ width: text.length * 8 }),
    strokeText: () => undefined,
    fillText: (text: string) => texts.push(text),
  };
  const pen = new FlatPen(context as never, 1, inkOf('light'));
  pen.draw({ previews: [], highlights: [], sketches: [{ shapes: [], labels }], cursor: undefined });
  return texts;
}

describe('The pen of the overlay', () => {
  it('writes a length on its leg only where the leg and its handles stay in sight', () => {
    // Five letters are 40 pixels, and 24 are to be seen beside them.
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
});
