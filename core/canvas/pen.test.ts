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
  return told(...labels).map(([text]) => text);
}
function told(...labels: SketchLabel[]): [text: string, x: number, y: number][] {
  const texts: [string, number, number][] = [];
  const context = {
    setLineDash: () => undefined,
    measureText: (text: string) => ({ width: text.length * 8 }),
    strokeText: () => undefined,
    fillText: (text: string, x: number, y: number) => texts.push([text, x, y]),
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

  it('writes what is to be read in any case to the right of what is too short for it', () => {
    const on = (length: number): SketchLabel => ({
      position: [length / 2, 7],
      text: '100 m',
      on: [
        [0, 7],
        [length, 7],
      ],
      aside: true,
    });
    expect(told(on(64))).toEqual([['100 m', 32, 7]]);
    expect(told(on(20))).toEqual([['100 m', 20 + 12, 7]]);
  });
});
