import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { typeByCode, type FieldBookResult, type FieldBookTypes } from '#core/protocol';
import { Button, ComboBox, useObservable, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK, type Accepted } from '../model/book-desk.ts';
import { CODE_LIST } from '../model/code-list.ts';
import { TypesByCode } from './TypesByCode.tsx';

/** Makes objects of the points, of types chosen by code. */
export const Accept = observer(function Accept({ result }: { result: FieldBookResult }) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const codes = useService(CODE_LIST);
  const book = desk.opened!;
  const [types, setTypes] = useState<FieldBookTypes>(
    book.types ?? { typeName: t('accept.default-type'), codes: [] },
  );
  const [isBusy, setBusy] = useState(false);
  const names = [...(project?.types.values() ?? [])]
    .filter(({ geometryType }) => geometryType === null || geometryType === 'Point')
    .map(({ name }) => name);
  const placed = result.points.filter(({ position }) => position);
  const typeOf = typeByCode(types, codes.list);
  const count =
    placed.filter(({ code }) => typeOf(code) !== null).length +
    (codes.lines?.lines.filter(({ positions }) => positions).length ?? 0);
  const isCurrent = book.computedVersion === book.version;
  const isWhole =
    types.typeName.trim() !== '' &&
    types.codes.every(({ code, typeName }) => code.trim() !== '' && typeName?.trim() !== '');
  const accept = async () => {
    setBusy(true);
    try {
      await desk.accept({ ...types, typeName: types.typeName.trim() });
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="fbk-accept">
      <ComboBox
        label={t('accept.type')}
        options={names.map((name) => ({ value: name, title: name }))}
        value={types.typeName}
        onChange={(name) => name !== null && setTypes({ ...types, typeName: name })}
        allowsCustomValue
      />
      <TypesByCode
        points={placed}
        types={names}
        rules={types.codes}
        onChange={(codes) => setTypes({ ...types, codes })}
      />
      <Button
        variant="primary"
        isDisabled={isBusy || count === 0 || !isCurrent || !isWhole}
        onPress={() => void accept()}
      >
        {t('accept', { count })}
      </Button>
      {placed.length === 0 && <small className="g-muted">{t('accept.no-place')}</small>}
      {desk.accepted && <Done accepted={desk.accepted} />}
    </div>
  );
});

function Done({ accepted }: { accepted: Accepted }) {
  const t = useTranslate('field-book');
  const { created, updated, unchanged, removed, geoid, refused, refusedCount } = accepted;
  return (
    <>
      <p role="status">
        {t('accept.done', { created, updated, unchanged })}
        {removed > 0 && ` ${t('accept.removed', { count: removed })}`}
        {geoid !== null && ` ${t('accept.geoid', { geoid })}`}
      </p>
      {refused.map(({ name, reason }) => (
        <p key={name} className="g-error">
          {name}: {reason}
        </p>
      ))}
      {refusedCount > refused.length && (
        <p className="g-error">{t('accept.more-refused', { count: refusedCount - refused.length })}</p>
      )}
    </>
  );
}
