import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Container } from 'inversify';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { I18N, I18nextService } from '#core/i18n';
import { ComboBox } from './lazy-components.tsx';
import { ServicesProvider } from './services.tsx';

afterEach(cleanup);

const OPTIONS = [
  { value: 'EPSG:7791', title: 'RDN2008 / UTM zone 32N', detail: 'EPSG:7791' },
  { value: 'EPSG:3003', title: 'Monte Mario / Italy zone 1', detail: 'EPSG:3003' },
];

function Choosing() {
  const [crs, setCrs] = useState<string | null>(null);
  return (
    <>
      <ComboBox label="Reference system" value={crs} onChange={setCrs} options={OPTIONS} />
      <output>{crs}</output>
    </>
  );
}

describe('A combo box', () => {
  it('finds options by typing, and selects the highlighted one with Enter', async () => {
    const container = new Container();
    container.bind(I18N).toConstantValue(new I18nextService(['en']));
    render(
      <ServicesProvider container={container}>
        <Choosing />
      </ServicesProvider>,
    );
    const user = userEvent.setup();
    const box = await screen.findByRole<HTMLInputElement>('combobox', {}, { timeout: 15_000 });
    await user.type(box, 'monte');
    await screen.findByRole('option', { name: /Monte Mario/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByText('EPSG:3003');
    expect(box.value).toBe('Monte Mario / Italy zone 1');

    // Or the first option, if none is highlighted.
    await user.clear(box);
    await user.type(box, 'utm{Enter}');
    await screen.findByText('EPSG:7791');
    expect(box.value).toBe('RDN2008 / UTM zone 32N');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('says that nothing was found only when the search has answered', async () => {
    const container = new Container();
    container.bind(I18N).toConstantValue(new I18nextService(['en']));
    let answer!: (options: []) => void;
    render(
      <ServicesProvider container={container}>
        <ComboBox
          label="Related to"
          value={null}
          onChange={() => {}}
          find={() => new Promise((resolve) => (answer = resolve))}
        />
      </ServicesProvider>,
    );
    const box = await screen.findByRole<HTMLInputElement>('combobox', {}, { timeout: 15_000 });
    await userEvent.setup().type(box, 'x');
    await screen.findByText('Searching …');
    answer([]);
    await screen.findByText('No results.');
  });
});
