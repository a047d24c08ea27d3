import { useEffect, useState } from 'react';
import type { Language } from '#core/protocol';
import { messages, type Served } from './served.ts';
import { ShownStory } from './ShownStory.tsx';
import './stories-page.css';

const LANGUAGES = ['en', 'it'] as const satisfies readonly Language[];
const THEMES = ['light', 'dark'] as const;
const WIDTHS = { Panel: 320, Phone: 390, Page: undefined };

/** The stories of one plugin, as it is now and again after each change, in both languages and themes. */
export function StoriesPage() {
  const [served, setServed] = useState<Served>();
  const [chosen, setChosen] = useState<string>();
  const [language, setLanguage] = useState<Language>('en');
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('light');
  const [width, setWidth] = useState<keyof typeof WIDTHS>('Panel');
  useEffect(() => {
    const following = messages('/served').subscribe(setServed);
    return () => following.unsubscribe();
  }, []);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.lang = language;
  }, [theme, language]);
  if (!served) return null;
  const names = served.problem === undefined ? served.stories.map(({ name }) => name) : [];
  const shown = names.find((name) => name === chosen) ?? names[0];
  return (
    <div className="stories">
      <nav aria-label="Stories">
        <h1>{served.problem === undefined ? served.manifest.title[language] : 'Stories'}</h1>
        <Choices label="Stories" of={names} value={shown} choose={setChosen} />
      </nav>
      <header>
        <Choices label="Language" of={LANGUAGES} value={language} choose={setLanguage} />
        <Choices label="Theme" of={THEMES} value={theme} choose={setTheme} />
        <Choices
          label="Width"
          of={Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]}
          value={width}
          choose={setWidth}
        />
      </header>
      <main style={{ maxInlineSize: WIDTHS[width] }}>
        {served.problem !== undefined && <pre role="alert">{served.problem}</pre>}
        {served.problem === undefined && shown === undefined && (
          <p>There is no story: write one in a file that ends with .stories.ts.</p>
        )}
        {served.problem === undefined && shown !== undefined && (
          <ShownStory
            key={`${served.at} ${shown} ${language}`}
            served={served}
            name={shown}
            language={language}
          />
        )}
      </main>
    </div>
  );
}

interface ChoicesProps<T extends string> {
  readonly label: string;
  readonly of: readonly T[];
  readonly value: T | undefined;
  readonly choose: (value: T) => void;
}

function Choices<T extends string>({ label, of, value, choose }: ChoicesProps<T>) {
  return (
    <div role="group" aria-label={label}>
      {of.map((each) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => choose(each)}>
          {each}
        </button>
      ))}
    </div>
  );
}
