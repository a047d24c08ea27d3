import { describe, expect, it } from 'vitest';
import { desk, drawingOn, SlantView } from '#core/testing';

// Pixel (500, 500) is 0° 0° on the ground, a pixel is 1e-5°; a metre up is a pixel up.
function drawing(kind: 'line' | 'ring' = 'line') {
  const setUp = desk();
  return drawingOn({ ...setUp, view: new SlantView(setUp.project.document) }, { kind });
}

describe('Drawing above the ground', () => {
  it('adds a vertex above the position that is pressed with Shift; the earlier ones are on the ground', () => {
    const { pointer, session, finished } = drawing();
    pointer.click(500, 500);
    pointer.drag([600, 500], [600, 460], { shift: true });
    session.complete();
    // 40 pixels up are 40 m; 100 pixels to the right are 0.001°.
    expect(finished).toEqual([[[0, 0, 0], [0.001, 0, 40]]]); // prettier-ignore
  });

  it('continues at the height that was reached, as at a typed one, until Esc', () => {
    const { pointer, session } = drawing();
    pointer.drag([500, 500], [500, 470], { shift: true });
    // At 30 m, (600, 470) is straight above (600, 500) on the ground.
    pointer.click(600, 470);
    expect(session.path.vertices).toEqual([[0, 0, 30], [0.001, 0, 30]]); // prettier-ignore
    session.cancel();
    expect(session.path.locked).toBe(false);
    expect(session.path.vertices).toHaveLength(2);
  });

  it('draws a vertical wall from two positions and those above them', () => {
    const { pointer, session, finished } = drawing('ring');
    pointer.click(500, 500).click(600, 500);
    // On the last vertex: exactly above it. On the first, which attracts: exactly above it too.
    pointer.drag([603, 501], [603, 450], { shift: true });
    pointer.drag([500, 500], [500, 450], { shift: true });
    session.complete();
    expect(finished).toEqual([[[0, 0, 0], [0.001, 0, 0], [0.001, 0, 50], [0, 0, 50]]]); // prettier-ignore
  });

  it('undoes one vertex at a time, and nothing else', () => {
    const { pointer, session } = drawing();
    pointer.click(500, 500);
    pointer.drag([600, 500], [600, 460], { shift: true });
    pointer.key('Backspace');
    expect(session.path.vertices).toEqual([[0, 0, 0]]);
  });

  it('leaves dragging with Shift to the map where it is flat', () => {
    const { pointer } = drawingOn(desk());
    expect(pointer.drag([500, 500], [500, 450], { shift: true })).toBe(false);
  });
});
