import { describe, expect, it } from 'vitest';
import { desk, drawingOn, SlantView } from '#core/testing';

// Pixel (500, 500) is 0° 0° on the ground, a pixel is 1e-5°; a metre up is a pixel up.
function drawing(kind: 'line' | 'ring' = 'line') {
  const setUp = desk();
  return drawingOn({ ...setUp, view: new SlantView(setUp.project.document) }, { kind });
}

describe('Drawing in the air', () => {
  it('leaves a vertex above the place that is pressed with Shift; those before are on the ground', () => {
    const { hand, session, finished } = drawing();
    hand.click(500, 500);
    hand.drag([600, 500], [600, 460], { shift: true });
    session.complete();
    // 40 pixels up are 40 m; 100 pixels to the right are 0.001°.
    expect(finished).toEqual([[[0, 0, 0], [0.001, 0, 40]]]); // prettier-ignore
  });

  it('goes on at the height that was reached, as at a typed one, until Esc', () => {
    const { hand, session } = drawing();
    hand.drag([500, 500], [500, 470], { shift: true });
    // At 30 m the place at (600, 470) is straight above that at (600, 500).
    hand.click(600, 470);
    expect(session.path.vertices).toEqual([[0, 0, 30], [0.001, 0, 30]]); // prettier-ignore
    session.cancel();
    expect(session.path.locked).toBe(false);
    expect(session.path.vertices).toHaveLength(2);
  });

  it('makes an upright wall of two places and what is above them', () => {
    const { hand, session, finished } = drawing('ring');
    hand.click(500, 500).click(600, 500);
    // On the last vertex: exactly above it. On the first, which attracts: exactly above that.
    hand.drag([603, 501], [603, 450], { shift: true });
    hand.drag([500, 500], [500, 450], { shift: true });
    session.complete();
    expect(finished).toEqual([[[0, 0, 0], [0.001, 0, 0], [0.001, 0, 50], [0, 0, 50]]]); // prettier-ignore
  });

  it('takes nothing back but the vertex, one at a time', () => {
    const { hand, session } = drawing();
    hand.click(500, 500);
    hand.drag([600, 500], [600, 460], { shift: true });
    hand.key('Backspace');
    expect(session.path.vertices).toEqual([[0, 0, 0]]);
  });

  it("leaves a flat map as it is: Shift and a drag there are the map's", () => {
    const { hand } = drawingOn(desk());
    expect(hand.drag([500, 500], [500, 450], { shift: true })).toBe(false);
  });
});
