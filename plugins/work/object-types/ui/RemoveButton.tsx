import { Button, Icon } from '#core/react';

interface RemoveButtonProps {
  children: string;
  onPress: () => void;
}

/** Removes the field or the group whose form it ends. */
export function RemoveButton({ children, onPress }: RemoveButtonProps) {
  return (
    <Button size="s" variant="quiet" icon={<Icon name="trash" />} onPress={onPress} className="types-remove">
      {children}
    </Button>
  );
}
