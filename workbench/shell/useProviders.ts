import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { HOST, type IconName, type PaletteItem, type PaletteProvider } from '#core/plugin';
import { useContributions, useI18n, useService, useTranslate } from '#core/react';
import { rank } from './rank.ts';

/** One result, whatever its source. */
export interface PaletteResult {
  id: string;
  title: string;
  detail?: string;
  /** Other words by which it is found. */
  words?: string;
  icon?: IconName;
  keys?: string;
  run: () => void | Promise<void>;
}
export interface PaletteSection {
  id: string;
  title: string;
  items: readonly PaletteResult[];
}

/** Pause in typing, in milliseconds, before providers are called: they may query the server. */
const PAUSE = 150;
/** Most results of one provider shown. */
const SHOWN = 8;

/** What a provider has found, and for which text. */
interface ProviderResults {
  readonly to: string;
  readonly items: readonly PaletteItem[];
}

/**
 * Results of plugins for `text`, as they arrive. Until a plugin has answered, its earlier results that match are
 * shown.
 */
export function useProviders(text: string): { found: readonly PaletteSection[]; searching: boolean } {
  const t = useTranslate('shell');
  const i18n = useI18n();
  const host = useService(HOST);
  const providers = useContributions('palette');
  const navigate = useNavigate();
  const [answers, setAnswers] = useState<ReadonlyMap<string, ProviderResults>>(new Map());
  const typed = text.trim();

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const answer = (id: string, items: ProviderResults['items']): void => {
        if (!stop.signal.aborted) setAnswers((before) => new Map(before).set(id, { to: typed, items }));
      };
      const ask = async ({ plugin, render, id }: (typeof providers)[number]): Promise<void> => {
        try {
          const provider = await host.service<PaletteProvider>(plugin, render);
          answer(id, (await provider.find(typed, stop.signal)).slice(0, SHOWN));
        } catch {
          // A provider that fails, for example offline, finds nothing; the others still answer.
          answer(id, []);
        }
      };
      for (const provider of providers) void ask(provider);
    }, PAUSE);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [typed, providers, host]);

  return useMemo(
    () => ({
      searching: providers.some(({ id }) => answers.get(id)?.to !== typed),
      found: providers.map(({ id, plugin }) => ({
        id,
        title: paletteTitle(i18n.t(`${plugin}:palette`), t('palette.found')),
        items: fitting(typed, answers.get(id)).map(({ href, run, ...item }) => ({
          ...item,
          run: () => (href === undefined ? run?.() : navigate(href)),
        })),
      })),
    }),
    [providers, answers, typed, i18n, t, navigate],
  );
}

/** Enter must not run a result of an earlier text, unless it also matches this one. */
function fitting(typed: string, answer: ProviderResults | undefined): ProviderResults['items'] {
  if (!answer) return [];
  return answer.to === typed ? answer.items : rank(typed, answer.items);
}

/** The heading of a plugin's results: its text `palette`, once its texts are loaded. */
function paletteTitle(own: string, fallback: string): string {
  return own === 'palette' || own === '' ? fallback : own;
}
