import { expect, it } from 'vitest';
import { arrival, projectPath } from './arrival.ts';

it.each([
  [undefined, 'List', '/projectList'],
  [undefined, 'Home', '/home'],
  [undefined, 'something else', '/projectList'],
  ['/draw/7?z=3#x', 'Home', '/draw/7?z=3#x'],
  // Nothing that leaves this site is followed.
  ['//evil.example/x', 'List', '/projectList'],
  ['/\\evil.example', 'List', '/projectList'],
  ['https://evil.example', 'List', '/projectList'],
])('after signing in, kept path %j and first page %j lead to %s', (kept, view, path) => {
  expect(arrival(kept, view)).toBe(path);
});

it('a link with an id leads into that project', () => {
  expect(projectPath('a/b')).toBe('/draw/a%2Fb');
});
