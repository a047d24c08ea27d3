import type { Authorization, Role } from '#core/protocol';
import { Button, Dialog, useTranslate } from '#core/react';
import type { MatrixRow } from '../model/matrix.ts';

/** A grant that depends on others the role lacks, or that others depend on. */
export interface GrantWarning {
  role: Role;
  row: MatrixRow;
  on: boolean;
  lacks: readonly Authorization[];
  falls: readonly MatrixRow[];
}

interface SwitchDialogProps {
  doubt: GrantWarning;
  title: (row: Pick<MatrixRow, 'grant' | 'plugin' | 'title'>) => string;
  /** `true`: also grant what is needed. */
  onDecide: (alsoNeeds: boolean) => void;
  onClose: () => void;
}

/** Before a grant changes, offers to grant what it needs, or says what stops working. */
export function SwitchDialog({
  doubt: { role, row, on, lacks, falls },
  title,
  onDecide,
  onClose,
}: SwitchDialogProps) {
  const t = useTranslate('administration');
  const values = { what: title(row), role: role.role_name };
  const list = on
    ? lacks.map((grant) => title({ grant, plugin: undefined, title: `authorization.${grant}` }))
    : falls.map(title);
  return (
    <Dialog
      isOpen
      size="s"
      title={on ? t('switch.on.title', values) : t('switch.off.title', values)}
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => onDecide(false)}>{on ? t('switch.on.only') : t('switch.off.action')}</Button>
          <Button variant="primary" autoFocus onPress={() => (on ? onDecide(true) : onClose())}>
            {on ? t('switch.on.both') : t('cancel')}
          </Button>
        </>
      }
    >
      <p>{on ? t('switch.on.text', values) : t('switch.off.text', values)}</p>
      <ul className="adm-list">
        {list.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Dialog>
  );
}
