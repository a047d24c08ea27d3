import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// One page serves all files of a process: each test leaves it as it found it.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  localStorage.clear();
});
