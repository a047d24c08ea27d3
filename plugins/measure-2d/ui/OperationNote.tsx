import { Badge, useTranslate } from '#core/react';
import type { OperationText } from '../model/operation-text.ts';
import './OperationNote.css';

/** How coordinates are computed and how accurately; a red badge where they may be far off. */
export function OperationNote({ operation }: { operation: OperationText }) {
  const t = useTranslate('measure-2d');
  return (
    <p className="measure-operation">
      {operation.ballpark && <Badge kind="danger">{t('operation.badge')}</Badge>} {operation.text}
    </p>
  );
}
