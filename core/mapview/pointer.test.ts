import { describe, expect, it } from 'vitest';
import type { Gesture, Pixel } from './contract.ts';
import { ClickEcho } from './pointer.ts';

const gesture = (kind: Gesture['kind'], pixel: Pixel) => ({ kind, pixel });

describe('The echo of a click', () => {
  it('is ignored until the pointer has moved away', () => {
    const echo = new ClickEcho();
    expect(echo.ignores(gesture('click', [100, 100]))).toBe(false);
    echo.follow([100, 100]);
    expect(echo.ignores(gesture('move', [103, 100]))).toBe(false);
    expect(echo.ignores(gesture('click', [103, 100]))).toBe(true);
    expect(echo.ignores(gesture('double', [103, 100]))).toBe(true);
    // 9 pixels are more than the 8 of a double click.
    expect(echo.ignores(gesture('move', [109, 100]))).toBe(false);
    expect(echo.ignores(gesture('click', [100, 100]))).toBe(false);
  });

  it('does not include a press: a drag may begin where the click was', () => {
    const echo = new ClickEcho();
    echo.follow([100, 100]);
    expect(echo.ignores(gesture('down', [100, 100]))).toBe(false);
  });
});
