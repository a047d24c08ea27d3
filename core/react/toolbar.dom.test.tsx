import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from './Button.tsx';
import { Toolbar } from './Toolbar.tsx';

afterEach(cleanup);

function bar() {
  const took: string[] = [];
  const button = (name: string) => <Button onPress={() => took.push(name)}>{name}</Button>;
  render(
    <>
      <Toolbar label="Tools">
        {button('Point')}
        {button('Line')}
      </Toolbar>
      <input aria-label="Elsewhere" />
    </>,
  );
  const named = (name: string) => screen.getByRole('button', { name });
  return { took, named, outside: screen.getByRole('textbox'), user: userEvent.setup() };
}

describe('A toolbar', () => {
  it('leaves the focus on the button that is pressed', async () => {
    const { took, named, outside, user } = bar();
    await user.click(named('Line'));
    await user.click(outside);
    await user.click(named('Point'));
    expect(document.activeElement).toBe(named('Point'));
    expect(took).toEqual(['Line', 'Point']);
  });

  it('returns the focus to the button that had it last, when entered by Tab', async () => {
    const { named, outside, user } = bar();
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(named('Line'));
    await user.tab();
    expect(document.activeElement).toBe(outside);
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(named('Line'));
    await user.tab({ shift: true });
    await user.tab();
    expect(document.activeElement).toBe(named('Line'));
  });
});
