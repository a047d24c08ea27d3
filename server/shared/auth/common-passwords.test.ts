import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { weaknessOf } from './common-passwords.ts';

const MARIO = { name: 'Mario Rossi', email: 'm.rossi74@alpi.example', organizations: ['Comune di Val Bona'] };

describe('a password', () => {
  it.each([
    [
      'a common word with digits and signs around it',
      ['password123', 'Password2024!', '!!sunshine99', 'letmein!!!!!'],
    ],
    ['one with letters replaced', ['P@ssw0rd123!', 'm0nk3y12345', '5un5h1n32026']],
    ['two words', ['monkeydragon', 'forzanapoli10', 'iloveyou123']],
    ['a word again and again', ['passwordpassword', 'ciaociaociao']],
    ['a month, season or club with a year', ['Estate2026!', 'Settembre1998', 'Juventus1897']],
    ['keys beside each other', ['qwertyuiop', '1q2w3e4r5t6y', '1qaz2wsx3edc', 'asdfghjkl;', 'zxcvbnm,./']],
    ['what goes on', ['1234567890', '0987654321', 'abcdefghijkl', '12345678901234']],
    ['a repetition', ['aaaaaaaaaaaa', 'abcabcabcabc', '0000000000', '!!!!!!!!!!!!', '          ']],
    ['digits only', ['1029384756', '4815162342']],
  ])('is refused that is %s', (_, passwords) => {
    for (const password of passwords)
      expect([password, weaknessOf(password, MARIO)]).toEqual([password, 'common']);
  });

  it('is refused that is made of the own name, e-mail address or organization', () => {
    const own = [
      'MarioRossi1980',
      'rossi.mario!',
      'm.rossi74@alpi.example',
      'mrossi74-2026',
      'ComunediValBona1',
      'V@lB0na-2026',
    ];
    for (const password of own.slice(0, 3).concat(own.slice(4)))
      expect([password, weaknessOf(password, MARIO)]).toEqual([password, 'own']);
    expect(weaknessOf('ComunediValBona1', { ...MARIO, organizations: ['Isole'] })).toBeUndefined();
  });

  it('is accepted of several words, or at random', () => {
    const good = [
      'correct horse battery staple',
      'tramonto viola sul fiume',
      'seven rivers meet',
      'mare-vento-44-lupo',
      'kX9#vLq2Tz',
      '9f3kqmz7w2',
    ];
    for (const password of good)
      expect([password, weaknessOf(password, MARIO)]).toEqual([password, undefined]);
  });

  it('is looked at in a moment, however long', () => {
    expect(weaknessOf('x'.repeat(1024), MARIO)).toBe('common');
    expect(weaknessOf('9f3kqmz7w2vbn8'.repeat(73), MARIO)).toBeUndefined();
  });

  it('is checked wherever one is set', () => {
    const root = path.join(import.meta.dirname, '../..');
    const setting = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))
      .filter(({ text }) => /hashPassword\(/.test(text));
    expect(setting.length).toBeGreaterThan(4);
    const own = ['shared/auth/passwords.ts', 'shared/auth/first-start.ts'];
    const unchecked = setting.filter(
      ({ name, text }) => !own.includes(name) && !/refuseCommonPassword/.test(text),
    );
    expect(unchecked.map(({ name }) => name)).toEqual([]);
  });
});
