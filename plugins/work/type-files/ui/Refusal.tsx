import { useTranslate } from '#core/react';
import type { FileRefusal } from '../model/taken-types.ts';

/** Errors that are listed; the sentence has the first. */
const SHOWN = 20;

/** Why a file cannot be used, line by line. */
export function Refusal({ refusal: { sentence, errors } }: { refusal: FileRefusal }) {
  const t = useTranslate('type-files');
  return (
    <div role="alert">
      <p className="g-error">{sentence}</p>
      {errors.length > 1 && (
        <ul className="tyf-errors">
          {errors.slice(0, SHOWN).map((error) => (
            <li key={error}>{error}</li>
          ))}
          {errors.length > SHOWN && <li>{t('errors.more', { count: errors.length - SHOWN })}</li>}
        </ul>
      )}
    </div>
  );
}
