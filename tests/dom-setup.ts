import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { PATIENCE } from './patience.ts';

configure({ asyncUtilTimeout: PATIENCE });

// One page serves all files of a process: each test leaves it as it found it.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  localStorage.clear();
});
