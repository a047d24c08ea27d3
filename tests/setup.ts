import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';

// Its default of a second has no setting. Files that share a process replace it once.
const { waitFor } = vi;
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(work, options) {
    return waitFor(work, typeof options === 'number' ? options : { timeout: PATIENCE, ...options });
  };
