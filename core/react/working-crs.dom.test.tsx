import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { parseCoordinates } from '#core/geodesy';
import { SETTINGS } from '#core/settings';
import { desk, servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { useWorkingCrs } from './useWorkingCrs.ts';

it('typed coordinates can name another system where none is set', async () => {
  const named = '304000 4757000 EPSG:32633';
  expect(parseCoordinates(named)).toBeUndefined();
  const container = await servicesOf(['core'], [[SETTINGS, desk().settings]]);
  const { result } = renderHook(() => useWorkingCrs(), {
    wrapper: ({ children }) => <ServicesProvider container={container}>{children}</ServicesProvider>,
  });
  expect(result.current).toBe('EPSG:4326');
  await vi.waitFor(() => expect(parseCoordinates(named)?.crs).toBe('EPSG:32633'));
});
