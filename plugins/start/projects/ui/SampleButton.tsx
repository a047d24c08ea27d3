import { useState } from 'react';
import { Button, useTranslate, type ButtonProps } from '#core/react';

interface SampleButtonProps extends Pick<ButtonProps, 'size'> {
  onCreate: () => Promise<void>;
}

/** Creates a sample project; pressed again meanwhile, it does not create another. */
export function SampleButton({ onCreate, ...shape }: SampleButtonProps) {
  const t = useTranslate('projects');
  const [isCreating, setCreating] = useState(false);
  const create = async () => {
    setCreating(true);
    await onCreate().finally(() => setCreating(false));
  };
  return (
    <Button {...shape} isPending={isCreating} onPress={() => void create()}>
      {t('sample')}
    </Button>
  );
}
