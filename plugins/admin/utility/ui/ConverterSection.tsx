import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import { crsSearch } from '#core/protocol';
import { ComboBox, TextField, useI18n, useService, useSetting, useTranslate, type Option } from '#core/react';
import type { Converted } from '../model/convert.ts';

/** Pause in typing, in milliseconds, before the text is parsed. */
const PAUSE = 200;

/** Converts typed coordinates to another CRS, and shows the operation and its accuracy. */
export function ConverterSection() {
  const t = useTranslate('utility');
  const i18n = useI18n();
  const api = useService(API);
  const [text, setText] = useState('');
  const [from, setFrom] = useState(useSetting('epsg')[0]);
  const [to, setTo] = useState('EPSG:32632');
  const [converted, setConverted] = useState<Converted>();
  const [problem, setProblem] = useState<string>();
  const locale = i18n.language;
  useEffect(() => {
    const stop = new AbortController();
    const show = async (): Promise<void> => {
      try {
        const { convert } = await import('../model/convert.ts');
        const found =
          text.trim() === '' ? undefined : await convert(api, { text, from, to, locale }, stop.signal);
        if (stop.signal.aborted) return;
        setConverted(found);
        setProblem(text.trim() === '' || found ? undefined : t('convert.unreadable'));
      } catch (failure) {
        if (stop.signal.aborted || isAbort(failure)) return;
        setConverted(undefined);
        setProblem(sentenceOf(failure));
      }
    };
    const timer = setTimeout(() => void show(), PAUSE);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [api, text, from, to, locale, t]);
  const find = async (search: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search } }, { signal });
    return data.map(({ code, name }) => ({ value: code, title: `${code} ${name}` }));
  };
  const system = (label: string, value: string, choose: (code: string) => void) => (
    <ComboBox
      label={label}
      find={find}
      value={value}
      valueTitle={value}
      onChange={(code) => code !== null && choose(code)}
    />
  );
  return (
    <section className="utility-section" aria-labelledby="utility-convert">
      <h2 id="utility-convert">{t('convert.title')}</h2>
      <div className="utility-convert">
        {system(t('convert.from'), from, setFrom)}
        {system(t('convert.to'), to, setTo)}
      </div>
      <TextField
        label={t('convert.text')}
        description={t('convert.help')}
        value={text}
        onChange={setText}
        error={problem}
      />
      <output className="utility-converted" aria-label={t('convert.result')}>
        {converted && (
          <>
            <strong className="g-figures">{converted.text}</strong>
            <span className="g-muted">{converted.way.join(' → ')}</span>
            <span className="g-muted">
              {converted.accuracy === undefined
                ? t('convert.accuracy.unknown')
                : t('convert.accuracy', { metres: i18n.number(converted.accuracy) })}
            </span>
          </>
        )}
      </output>
    </section>
  );
}
