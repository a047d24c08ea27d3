import { Badge, useTranslate } from '#core/react';
import type { OperationText } from '../model/operation-text.ts';
import './OperationNote.css';

/** The coordinate operation and its accuracy; a red badge if it may be far off. */
export function OperationNote({ operation }: { operation: OperationText }) {
  const t = useTranslate('measure-2d');
  return (
    <p className="measure-operation">
      {operation.ballpark && <Badge kind="danger">{t('operation.badge')}</Badge>} {operation.text}
    </p>
  );
}
