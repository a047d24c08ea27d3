import { describe, expect, it } from 'vitest';
import type { Position, Style } from '#core/protocol';
import type { ScriptPdf } from '../script-pdf.ts';
import { frameOf } from './frame.ts';
import { ObjectsDrawer } from './objects.ts';

/** A page that notes the widths of its lines. */
function page() {
  const widths: number[] = [];
  const pdf: ScriptPdf = new Proxy({} as ScriptPdf, {
    get: (_, name) => (value: number) => {
      if (name === 'lineWidth') widths.push(value);
      return pdf;
    },
  });
  return { pdf, widths };
}

describe('A line on the map of a PDF', () => {
  it('is as wide as its symbol, in pixels or in metres on the ground', () => {
    const frame = frameOf([9, 45, 9.01, 45.01], { x: 0, y: 0, width: 500, height: 300 });
    const { pdf, widths } = page();
    const drawer = new ObjectsDrawer(pdf, frame);
    const coordinates: Position[] = [
      [9, 45],
      [9.01, 45.01],
    ];
    const line = { type: 'LineString' as const, coordinates };
    const style: Style = { stroke: '#000000', width: 8 };
    drawer.draw(line, style);
    drawer.draw(line, { ...style, unit: 'm' });
    // 8 pixels are 6 points.
    expect(widths).toEqual([6, expect.closeTo(8 * frame.pointsPerMetre, 9)]);
  });
});
