import { expect, it } from 'vitest';
import { arrival, projectPath } from './arrival.ts';

it.each([
  [undefined, 'List', '/projectList'],
  [undefined, 'Home', '/home'],
  [undefined, 'something else', '/projectList'],
  ['/draw/7?z=3#x', 'Home', '/draw/7?z=3#x'],
  // Redirects to other sites are ignored.
  ['//evil.example/x', 'List', '/projectList'],
  ['/\\evil.example', 'List', '/projectList'],
  ['https://evil.example', 'List', '/projectList'],
])('after sign-in, redirect path %j and default view %j lead to %s', (redirect, view, path) => {
  expect(arrival(redirect, view)).toBe(path);
});

it('a link with an id opens that project', () => {
  expect(projectPath('a/b')).toBe('/draw/a%2Fb');
});
