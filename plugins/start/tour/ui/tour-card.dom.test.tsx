import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ServicesProvider } from '#core/react';
import { servicesOf } from '#core/testing';
import { Tour, TOUR } from '../model/tour.ts';
import TourCard from './TourCard.tsx';

afterEach(cleanup);

it('goes through its steps by keyboard, ends by Escape, and gives the focus back', async () => {
  const tour = new Tour((step) => step === 'tools' || step === 'search');
  const container = await servicesOf(['tour'], [[TOUR, tour]]);
  const user = userEvent.setup();
  render(<button type="button">Before</button>);
  await user.click(screen.getByRole('button', { name: 'Before' }));
  tour.start();
  const { unmount } = render(
    <ServicesProvider container={container}>
      <TourCard />
    </ServicesProvider>,
  );
  const card = screen.getByRole('dialog', { name: 'Tools' });
  expect(document.activeElement).toBe(card);
  await screen.findByText('1 of 2');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('dialog', { name: 'Search' })).toBe(document.activeElement);
  await screen.findByText(/To see this tour again/);
  await user.keyboard('{Escape}');
  expect(tour.isOpen).toBe(false);
  unmount();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }));
});
