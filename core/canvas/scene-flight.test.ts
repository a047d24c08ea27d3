import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SceneFlight } from './scene-flight.ts';

let prefersStill = false;
let moves = 0;

beforeEach(() => {
  [prefersStill, moves] = [false, 0];
  vi.stubGlobal('matchMedia', () => ({ matches: prefersStill }));
  vi.spyOn(performance, 'now').mockReturnValue(1000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function opened() {
  const target = {
    x: 0,
    y: 0,
    z: 0,
    set: (x: number, y: number, z: number) => Object.assign(target, { x, y, z }),
  };
  const eye = { target, distance: 100, heading: 350, tilt: 0 };
  return { eye, flight: new SceneFlight(eye, () => moves++) };
}
const THERE = { target: { x: 10, y: 20, z: 30 }, distance: 400, heading: 10, tilt: 60 };

it('a camera goes half the way in half the time, the shorter way around', () => {
  const { eye, flight } = opened();
  flight.start(THERE);
  expect(moves).toBe(0);
  expect(flight.tick(1250)).toBe(true);
  expect(eye).toMatchObject({ target: { x: 5, y: 10, z: 15 }, distance: 200, heading: 0, tilt: 30 });
  expect(flight.tick(1600)).toBe(true);
  expect(eye).toMatchObject(THERE);
  expect(flight.tick(1700)).toBe(false);
  expect(moves).toBe(2);
});

it('is there at once without animation, and for who prefers reduced motion', () => {
  const first = opened();
  first.flight.start(THERE, false);
  expect(first.eye).toMatchObject(THERE);
  prefersStill = true;
  const second = opened();
  second.flight.start(THERE);
  expect(second.eye).toMatchObject(THERE);
  expect([moves, second.flight.tick(1250)]).toEqual([2, false]);
});

it('stays where it is when it is stopped', () => {
  const { eye, flight } = opened();
  flight.start(THERE);
  flight.stop();
  expect(flight.tick(1250)).toBe(false);
  expect(eye.distance).toBe(100);
});
