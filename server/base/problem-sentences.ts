import type { ImportProblem, Language } from '#core/protocol';
import { sentence } from './language.ts';
import type { FileProblem } from './problems.ts';

const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** A finding as a sentence in the person's language: the problem, its place and what was done about it. */
export function problemOf({ feature, kind, values = {} }: FileProblem, language: Language): ImportProblem {
  const shown: Record<string, string | number> = { ...values };
  if (kind === 'invalid-geometry') {
    const key = `import.reason.${values['reason']}`;
    const reason = sentence(language, key);
    shown['reason'] = reason === key ? String(values['reason']) : reason;
    // Sixteen digits of a coordinate are not useful.
    shown['place'] = String(values['place'])
      .split(' ')
      .map((part) => (NUMBER.test(part) ? Number(part).toFixed(6) : part))
      .join(' ');
  }
  return { feature, kind, message: sentence(language, `import.problem.${kind}`, shown) };
}
