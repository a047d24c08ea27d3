import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { AppError } from '#core/kernel';
import { Button } from './Button.tsx';
import { DateField } from './lazy-components.tsx';
import { Form } from './Form.tsx';
import { NumberField, type NumberFieldProps } from './NumberField.tsx';
import { SearchField } from './SearchField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

const meta: Meta = { title: 'Core/Fields' };
export default meta;
type Story = StoryObj;

const column = { display: 'grid', gap: 16, maxInlineSize: 320 } as const;

function Number(props: Partial<NumberFieldProps>) {
  const [value, setValue] = useState<number | undefined>(props.value);
  return (
    <>
      <NumberField
        label="Distance"
        unit="m"
        {...props}
        value={value}
        onChange={(next) => {
          props.onChange?.(next);
          setValue(next);
        }}
      />
      <output data-testid="value">{String(value)}</output>
    </>
  );
}

function Day() {
  const [day, setDay] = useState<string | null>('2026-11-21');
  return <DateField label="Surveyed on" value={day} onChange={setDay} />;
}

export const All: Story = {
  render: () => (
    <div style={column}>
      <TextField label="Name" isRequired description="As it stands on the cover sheet." />
      <TextField label="E-mail" defaultValue="anna@" error="Enter a whole address, like anna@example.org." />
      <TextField label="Code" defaultValue="EPSG:7792" isDisabled />
      <TextArea label="Notes" placeholder="What a colleague should know" />
      <Number value={12.345} />
      <Number
        label="Azimuth"
        unit="gon"
        value={400.5}
        min={0}
        max={400}
        error="Enter a number between 0 and 400."
      />
      <Day />
      <SearchField label="Search projects" />
    </div>
  ),
};

export const CommaAndPointAreBothDecimal: Story = {
  render: () => <Number />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = canvas.getByLabelText('Distance');
    await userEvent.type(field, '12,5');
    await expect(canvas.getByTestId('value')).toHaveTextContent('12.5');
    await userEvent.clear(field);
    await userEvent.type(field, '12.75');
    await expect(canvas.getByTestId('value')).toHaveTextContent('12.75');
    await userEvent.tab();
    await expect(field).toHaveValue('12.75');
  },
};

export const ItalianShowsTheComma: Story = {
  globals: { language: 'it' },
  render: () => <Number value={1234.5} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByLabelText('Distance')).toHaveValue('1234,5');
  },
};

export const ArrowsStepAndStopAtTheLimit: Story = {
  render: () => <Number value={0.7} step={0.1} max={1} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByLabelText('Distance'));
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    // 0.7 + 0.1 + 0.1
    await expect(canvas.getByTestId('value')).toHaveTextContent(/^0\.9$/);
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await expect(canvas.getByTestId('value')).toHaveTextContent(/^1$/);
  },
};

export const OutOfLimitsStaysAndSaysSo: Story = {
  render: () => <Number value={5} min={0} max={10} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = canvas.getByLabelText('Distance');
    await userEvent.clear(field);
    await userEvent.type(field, '12');
    await userEvent.tab();
    await expect(field).toHaveValue('12');
    await expect(await canvas.findByText('Enter a number between 0 and 10.')).toBeVisible();
    // The last number within the limits was the 1 of the 12.
    await expect(canvas.getByTestId('value')).toHaveTextContent(/^1$/);
  },
};

export const EscEmptiesTheSearch: Story = {
  render: () => <SearchField label="Search projects" />,
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByRole('searchbox');
    await userEvent.type(field, 'bridge{Escape}');
    await expect(field).toHaveValue('');
  },
};

const submit = fn();
export const RefusalsOfTheServerStandAtTheirFields: Story = {
  render: () => (
    <div style={column}>
      <Form
        onSubmit={() => {
          submit();
          throw new AppError('http', 'This address already has a user.', {
            status: 422,
            cause: { errors: [{ path: 'body.email', message: 'This address already has a user.' }] },
          });
        }}
      >
        <TextField label="E-mail" name="email" defaultValue="anna@example.org" isRequired />
        <div className="g-form-buttons">
          <Button type="submit" variant="primary">
            Create user
          </Button>
        </div>
      </Form>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Create user' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This address already has a user.');
    await expect(canvas.getByLabelText(/E-mail/)).toBeInvalid();
  },
};
