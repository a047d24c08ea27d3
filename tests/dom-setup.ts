import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { PATIENCE } from './patience.ts';

configure({ asyncUtilTimeout: PATIENCE });

// One page is used for all files of a process: each test restores it.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  localStorage.clear();
});
