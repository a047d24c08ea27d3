import { API } from '#core/api';
import { canProject, crsOf, learnCrs } from '#core/geodesy';
import { crsSearch, type AnswerOf } from '#core/protocol';
import {
  ComboBox,
  useI18n,
  useProjectable,
  useService,
  useSetting,
  useTranslate,
  type Option,
} from '#core/react';
import { useRef } from 'react';
import { operationText } from '../model/operation-text.ts';
import { OperationNote } from './OperationNote.tsx';

interface Props {
  label: string;
  /** Shown while nothing is chosen. */
  otherwise?: string | undefined;
}

/** The CRS of plane measures, searched by code, name or place, with the operation used and its accuracy. */
export function CrsChoice({ label, otherwise }: Props) {
  const t = useTranslate('measure-2d');
  const i18n = useI18n();
  const api = useService(API);
  const [value, set] = useSetting('measureCRS');
  const found = useRef<AnswerOf<typeof crsSearch>>([]);
  const code = value || (otherwise ?? '');
  useProjectable(code);
  const find = async (search: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search } }, { signal });
    found.current = data;
    return data.map(({ code: value, name, area }) => ({
      value,
      title: `${value} ${name}`,
      ...(area === null ? {} : { detail: area }),
    }));
  };
  const choose = (chosen: string | null): void => {
    if (chosen === null) return;
    const definition = found.current.find((crs) => crs.code === chosen);
    if (definition) learnCrs(definition);
    set(chosen);
  };
  const operation = canProject(code)
    ? operationText(code, undefined, { t, locale: i18n.language })
    : undefined;
  return (
    <div>
      <ComboBox
        label={label}
        find={find}
        value={code || null}
        valueTitle={crsOf(code) ? `${code} ${crsOf(code)!.name}` : code}
        onChange={choose}
      />
      {operation && <OperationNote operation={operation} />}
    </div>
  );
}
