import { useState } from 'react';
import { propertyOf } from '#core/kernel';
import { Button, Checkbox, Form, NumberField, Select, TextField } from '#core/react';
import type { Block, Field, FieldValues } from '../model/messages.ts';

interface DeclaredFormProps {
  form: Extract<Block, { kind: 'form' }>;
  onSubmit: (values: FieldValues) => Promise<void>;
}

/** A form that a plugin has declared. What is typed stays here until it is submitted; other fields are another form. */
export function DeclaredForm({ form, onSubmit }: DeclaredFormProps) {
  const [values, setValues] = useState<FieldValues>(() => valuesOf(form.fields));
  const set = (name: string, value: string | number | boolean | null) =>
    setValues((before) => ({ ...before, [name]: value }));
  return (
    <Form onSubmit={() => onSubmit(values)}>
      {form.fields.map((field) => (
        <DeclaredField
          key={field.name}
          field={field}
          value={propertyOf(values, field.name) ?? null}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      <div>
        <Button type="submit" variant="primary">
          {form.submit}
        </Button>
      </div>
    </Form>
  );
}

interface DeclaredFieldProps {
  field: Field;
  value: string | number | boolean | null;
  onChange: (value: string | number | boolean | null) => void;
}

function DeclaredField({ field, value, onChange }: DeclaredFieldProps) {
  const { label } = field;
  switch (field.type) {
    case 'text':
      return <TextField label={label} value={String(value ?? '')} maxLength={2000} onChange={onChange} />;
    case 'number':
      return (
        <NumberField
          label={label}
          value={typeof value === 'number' ? value : undefined}
          onChange={(number) => onChange(number ?? null)}
        />
      );
    case 'yesNo':
      return (
        <Checkbox isSelected={value === true} onChange={onChange}>
          {label}
        </Checkbox>
      );
    case 'choice':
      return (
        <Select
          label={label}
          options={field.choices.map((choice) => ({ value: choice.value, title: choice.label }))}
          value={String(value ?? '')}
          onChange={onChange}
        />
      );
  }
}

function valuesOf(fields: readonly Field[]): FieldValues {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value ?? null]));
}
