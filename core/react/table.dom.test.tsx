import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { servicesOf } from '#core/testing';
import { ServicesProvider } from './services.tsx';
import { Table } from './Table.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function columnsOn(phone: boolean, isVirtual: boolean): Promise<string | null> {
  const list = { matches: phone, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => list);
  const container = await servicesOf(['core'], []);
  render(
    <ServicesProvider container={container}>
      <Table
        label="Points"
        isVirtual={isVirtual}
        rows={[{ id: 'a' }]}
        rowId={({ id }) => id}
        columns={[
          { id: 'name', title: 'Name', cell: ({ id }) => id },
          { id: 'chainage', title: 'Chainage', width: 104, cell: () => '0+250' },
          { id: 'note', title: 'Note', secondary: true, cell: () => 'beyond the end' },
        ]}
      />
    </ServicesProvider>,
  );
  return screen.getByRole('grid').getAttribute('aria-colcount');
}

it('a table of many rows leaves no room for secondary columns on a phone', async () => {
  expect(await columnsOn(true, true)).toBe('2');
  cleanup();
  expect(await columnsOn(false, true)).toBe('3');
});
